"""What came out of an arena: win rates with confidence intervals, ratings, one row per player.

At tables of one nobody wins against anybody: there are mean points instead, and how many more one
player makes than another of the same deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations, permutations
from typing import Any

from cattery.arena.intervals import Mean, Rate
from cattery.arena.results import PlayedMatch
from cattery.arena.setup import STRANGERS, Setup
from cattery.game import game


@dataclass(frozen=True)
class Rating:
    """A skill as openskill's Plackett-Luce model estimates it: 25 on average."""

    mu: float
    sigma: float


@dataclass(frozen=True)
class Pair:
    """How often `player` finished ahead of `other`; a tie counts half."""

    player: str
    other: str
    games: int
    ahead: float
    behind: float
    ties: float
    rate: Rate


@dataclass(frozen=True)
class TableFigures:
    """One `lone` player against a table of `rest`: its share of the wins."""

    lone: str
    rest: str
    games: int
    wins: float  # shared wins in parts
    draws: int
    rate: Rate  # of wins
    mean_payoff: float


@dataclass(frozen=True)
class Lead:
    """How many points more `player` makes than `other`, both alone on the same deals."""

    player: str
    other: str
    games: int
    points: Mean


@dataclass(frozen=True)
class Standing:
    """One player over all its games."""

    player: str
    games: int  # seats it has played
    wins: float
    rate: Rate | None  # finishing ahead of the others; None at tables of one
    points: Mean | None  # at tables of one
    mean_payoff: float
    mean_score: float
    seconds_per_decision: float
    rating: Rating | None
    forfeits: int
    reason: dict[str, str] | None  # why it broke off first, by language


@dataclass(frozen=True)
class Report:
    """All figures; the best player comes first."""

    game: str
    seats: int
    options: dict[str, str]
    seed: int
    games: int  # played
    planned: int
    standings: tuple[Standing, ...]
    pairs: tuple[Pair, ...]
    tables: tuple[TableFigures, ...]
    leads: tuple[Lead, ...] = ()  # at tables of one

    def as_json(self) -> dict[str, Any]:
        """The figures as one plain object."""
        return asdict(self)

    def pair(self, player: str, other: str) -> Pair | None:
        """The figures of a player against another, if they have met."""
        found = (each for each in self.pairs if (each.player, each.other) == (player, other))
        return next(found, None)


def report(setup: Setup, played: Sequence[PlayedMatch]) -> Report:
    """The figures of the matches played so far."""
    alone, drawn = setup.seats == 1, game(setup.game).draw
    met = {*setup.players}.union(*(each.players for each in played))
    names = [name for name in setup.everybody if name in met]
    ratings = {} if alone else rate(names, played)
    standings = [_standing(name, played, alone, drawn, ratings.get(name)) for name in names]
    standings.sort(key=_rank, reverse=True)
    order = [each.player for each in standings]
    paired = [] if alone else permutations(order, 2)
    pairs = [_pair(*two, played) for two in paired if {*two} & {*setup.players}]
    leads = [_lead(one, other, played) for one, other in combinations(order, 2)] if alone else []
    return Report(
        setup.game,
        setup.seats,
        setup.options,
        setup.seed,
        len(played),
        setup.total,
        tuple(standings),
        tuple(pair for pair in pairs if pair.games),
        tuple(_table(lone, rest, played, drawn) for lone, rest in setup.tables if not alone),
        tuple(lead for lead in leads if lead.games),
    )


def wins(payoffs: Sequence[float], drawn: bool) -> list[float]:
    """Each seat's part of the win; nobody's alone, nor where all are level and the game knows a
    draw."""
    best = max(payoffs)
    first = [payoff == best for payoff in payoffs]
    if len(first) == 1 or (drawn and all(first)):
        return [0.0] * len(first)
    return [each / sum(first) for each in first]


def _rank(standing: Standing) -> tuple[float, float]:
    if standing.points is not None:
        return standing.points.mean, standing.mean_payoff
    assert standing.rate is not None
    return standing.rate.share, standing.mean_payoff


def _lead(player: str, other: str, played: Sequence[PlayedMatch]) -> Lead:
    """Deal by deal: what chance brings, both get, so that the difference is sooner certain."""
    points = {(each.lone, each.deal): each.scores[0] for each in played}
    deals = [deal for name, deal in points if name == player and (other, deal) in points]
    found = Mean.of(points[player, deal] - points[other, deal] for deal in deals)
    return Lead(player, other, len(deals), found)


def _standing(
    name: str, played: Sequence[PlayedMatch], alone: bool, drawn: bool, rating: Rating | None
) -> Standing:
    sat = [(each, seat) for each in played for seat in _seats(each, name)]
    games = [each for each in played if name in each.players]
    met = None if alone else Rate.of(sum(_beaten(each, name) for each in games), len(games))
    reasons = [each.forfeits[str(seat)] for each, seat in sat if str(seat) in each.forfeits]
    decisions = sum(each.decisions[seat] for each, seat in sat)
    return Standing(
        name,
        len(sat),
        round(sum(wins(each.payoffs, drawn)[seat] for each, seat in sat), 4),
        met,
        Mean.of(each.scores[seat] for each, seat in sat) if alone else None,
        _mean(each.payoffs[seat] for each, seat in sat),
        _mean(each.scores[seat] for each, seat in sat),
        round(sum(each.seconds[seat] for each, seat in sat) / max(1, decisions), 5),
        rating,
        len(reasons),
        reasons[0] if reasons else None,
    )


def _seats(played: PlayedMatch, name: str) -> list[int]:
    return [seat for seat, player in enumerate(played.players) if player == name]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / max(1, len(listed)), 4)


def _parts(played: PlayedMatch, player: str, other: str | None = None) -> tuple[float, float]:
    """The parts of a match's meetings with the other kinds, or one of them, that it won and lost.

    A match is counted once, however many seats they held: those meetings hang together.
    """
    mine, seated = _seats(played, player), enumerate(played.players)
    others = [seat for seat, name in seated if name != player and other in (None, name)]
    meetings = [(played.payoffs[a], played.payoffs[b]) for a in mine for b in others]
    ahead, behind = sum(a > b for a, b in meetings), sum(a < b for a, b in meetings)
    return ahead / len(meetings), behind / len(meetings)


def _beaten(played: PlayedMatch, player: str) -> float:
    """The part of a match's meetings that it won; a tie counts half."""
    ahead, behind = _parts(played, player)
    return (1 + ahead - behind) / 2


def _pair(player: str, other: str, played: Sequence[PlayedMatch]) -> Pair:
    """Of each match in which both sat: the part of their meetings that went either way."""
    met = [each for each in played if {player, other} <= {*each.players}]
    parts = [_parts(each, player, other) for each in met]
    ahead, behind = sum(won for won, _ in parts), sum(lost for _, lost in parts)
    ties = len(met) - ahead - behind
    rated = Rate.of(ahead + ties / 2, len(met))
    return Pair(player, other, len(met), round(ahead, 4), round(behind, 4), round(ties, 4), rated)


def _table(lone: str, rest: str, played: Sequence[PlayedMatch], drawn: bool) -> TableFigures:
    mixed = rest == STRANGERS
    sat = [each for each in played if each.lone == lone and (mixed or each.rest == rest)]
    won = sum(wins(each.payoffs, drawn)[each.rotation] for each in sat)
    draws = sum(not any(wins(each.payoffs, drawn)) for each in sat)
    mean = _mean(each.payoffs[each.rotation] for each in sat)
    return TableFigures(lone, rest, len(sat), round(won, 4), draws, Rate.of(won, len(sat)), mean)


def rate(players: Sequence[str], played: Iterable[PlayedMatch]) -> dict[str, Rating]:
    """Ratings by openskill, match after match; none where openskill isn't installed."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    skills = {name: model.rating(name=name) for name in players}
    for each in played:
        seated = each.players
        teams = [
            [model.create_rating([skills[name].mu, skills[name].sigma], name)] for name in seated
        ]
        rated = model.rate(teams, ranks=[-payoff for payoff in each.payoffs])
        for name in set(seated):  # who held several seats takes the mean of what they got
            new = [team[0] for team in rated if team[0].name == name]
            skills[name].mu = sum(skill.mu for skill in new) / len(new)
            skills[name].sigma = sum(skill.sigma for skill in new) / len(new)
    return {
        name: Rating(round(skill.mu, 3), round(skill.sigma, 3)) for name, skill in skills.items()
    }
