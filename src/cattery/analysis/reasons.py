"""Why a move is advised, in one sentence: from what is certain, from the game's own facts, or from
how far the next best one is behind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cattery.analysis.lines import Alternative
from cattery.game import Game, Reason
from cattery.search.solve import Solver, TooHard
from cattery.text import game_words

if TYPE_CHECKING:
    from cattery.game import States

BUDGET = 150_000  # positions that are looked at for one answer
MANY = 0.15  # of the other moves must lose before it is said that this one saves
FEW = 0.25  # of the answers may stop a threat
CLEAR = 3.0  # per cent or points that make a difference worth telling


def reason(
    game: Game,
    before: States,
    seat: int,
    best: Alternative,
    others: Sequence[Alternative],
    events: Sequence[Any],
) -> Reason:
    """The fact that speaks for a move; `before` is a world that the seat holds possible, and
    `events` are those that the move is certain to bring."""
    return (
        _certain(game, before, seat, best)
        or game.why(game.view(before, seat), game.move(best.action), events)
        or _ahead(best, others)
    )


def worded(game: Game, why: Reason | None, lang: str) -> str:
    """The sentence, with the rule behind it where there is one; empty where nothing is known."""
    if why is None:
        return ""
    sentence = game_words(game.name, lang).text(f"why.{why.code}", **why.params)
    return f"{sentence} ({why.rule})" if why.rule else sentence


def _certain(game: Game, before: States, seat: int, best: Alternative) -> Reason | None:
    """What the next turn decides, where all is open, no chance falls and two play."""
    if game.hidden or game.chance or int(before["seats"][0]) != 2:
        return None
    try:
        return _near(Solver(game, BUDGET), before, seat, best)
    except TooHard:
        return None


def _near(solver: Solver, before: States, seat: int, best: Alternative) -> Reason | None:
    other, action = 1 - seat, best.action
    if solver.wins_after(before, action, seat, 1):
        return Reason("", "wins")
    legal = solver.game.legal(before)
    lost = [each for each in legal if solver.wins_after(before, each, other, 1)]
    if action not in lost and len(lost) > MANY * len(legal):
        return Reason("", "saves", lost=len(lost), all=len(legal) - 1)
    after = before.copy()
    solver.game.apply(after, action)
    if int(after["actor"][0]) != other:
        return None
    answers = solver.game.legal(after)
    stops = [each for each in answers if not solver.wins_after(after, each, seat, 1)]
    if not stops:
        return Reason("", "unstoppable")
    if len(stops) <= FEW * len(answers):
        if best.proof > 0:
            return Reason("", "delayed")
        return Reason("", "threatens", n=len(stops), all=len(answers))
    return None


def _ahead(best: Alternative, others: Sequence[Alternative]) -> Reason:
    """How far the next best move is behind, among those that the search found worth a look."""
    if not others:
        return Reason("", "clear")
    alone = best.points is not None and others[0].points is not None
    lead = (
        (best.points or 0.0) - (others[0].points or 0.0)
        if alone
        else best.chance - others[0].chance
    )
    code = "ahead_points" if alone else "ahead"
    return Reason("", code, n=round(lead)) if lead >= CLEAR else Reason("", "close")
