"""Every refusal: a code, the rule behind it where there is one, and words in two languages."""

from __future__ import annotations

import re
from typing import Any, ClassVar

LONGEST_QUOTE = 1000  # characters of what was typed or sent that an error repeats
_STEERING = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]+")


class CatteryError(Exception):
    """What the package raises on purpose. `str()` is English; `.text(lang)` any language."""

    code: ClassVar[str] = "failed"

    def __init__(self, *, rule: str | None = None, **params: Any) -> None:
        self.rule = rule
        self.params = {name: _harmless(value) for name, value in params.items()}
        super().__init__(self.code)

    def text(self, lang: str = "en") -> str:
        """The refusal in words."""
        from cattery.text import shared_words

        words = shared_words(lang)
        return words.text(f"error.{self.code}", **{k: _plain(v) for k, v in self.params.items()})

    def __str__(self) -> str:
        return self.text("en")

    def __reduce__(self) -> Any:
        return _revive, (type(self), self.rule, self.params)


def _revive(kind: type[CatteryError], rule: str | None, params: dict[str, Any]) -> CatteryError:
    return kind(rule=rule, **params)


def _harmless(value: Any) -> Any:
    """What an error quotes comes from anywhere: nothing in it steers a terminal or has no end."""
    if isinstance(value, (list, tuple)):
        return type(value)(_harmless(one) for one in value)
    if not isinstance(value, str):
        return value
    short = value if len(value) <= LONGEST_QUOTE else value[:LONGEST_QUOTE] + "…"
    return _STEERING.sub(" ", short)


def _plain(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else value


class UnknownGame(CatteryError):
    """No game has this name."""

    code = "unknown_game"


class BadData(CatteryError):
    """A deck or sheet can't be read, or makes no sense."""

    code = "bad_data"

    def text(self, lang: str = "en") -> str:
        """The game's own words for what is wrong, where it has them."""
        from cattery.text import game_words

        if "game" not in self.params:
            return super().text(lang)
        words = game_words(self.params["game"], lang)
        params = {name: _plain(value) for name, value in self.params.items()}
        problem = words.text(f"data.{params.pop('problem')}", **params)
        return words.text("error.bad_data", file=self.params["file"], problem=problem)


class BadOption(CatteryError):
    """An option that the game doesn't have, or a value that it doesn't take."""

    code = "bad_option"


class BadArrangement(BadOption):
    """A value of an option that isn't the letters that it wants."""

    code = "bad_arrangement"


class UnknownOption(BadOption):
    """An option that the game doesn't have."""

    code = "unknown_option"


class WrongSeats(CatteryError):
    """The game isn't for so many players."""

    code = "wrong_seats"


class UnknownPlayer(CatteryError):
    """No kind of player has this name."""

    code = "unknown_player"


class Forfeit(CatteryError):
    """A player can't go on: whoever runs the match resigns its seat and shows these words."""

    code = "bot_failed"


class BotMissing(Forfeit):
    """A bot's program doesn't exist."""

    code = "bot_missing"


class BotNotExecutable(Forfeit):
    """A bot's program is a file that may not be run."""

    code = "bot_not_executable"


class BotUnstartable(Forfeit):
    """A bot's command can't be read or run."""

    code = "bot_unstartable"


class BotSilent(Forfeit):
    """A bot didn't answer in time."""

    code = "bot_silent"


class BotGone(Forfeit):
    """A bot's program ended, or closed its output, before the match was over."""

    code = "bot_gone"


class BotGarbage(Forfeit):
    """A bot's answer isn't one of the line protocol."""

    code = "bot_garbage"


class BotIllegal(Forfeit):
    """A bot's move can't be read, or isn't legal."""

    code = "bot_illegal"

    def text(self, lang: str = "en") -> str:
        """With the refusal's own words."""
        from cattery.text import shared_words

        params = dict(self.params)
        why = params.pop("why")
        return shared_words(lang).text(f"error.{self.code}", why=why.text(lang), **params)


class BadNumber(CatteryError):
    """A number that must be at least 1."""

    code = "bad_number"


class BadSeconds(CatteryError):
    """A time to think that is none, or longer than a day."""

    code = "bad_seconds"
    most: ClassVar[int] = 24 * 60 * 60

    @classmethod
    def check(cls, seconds: float) -> float:
        """The seconds, if they make sense.

        >>> BadSeconds.check(0.5)
        0.5
        """
        if not 0 < seconds <= cls.most:
            raise cls(value=f"{seconds:g}", most=cls.most)
        return seconds


class LostWorker(CatteryError):
    """A process that works for this one has been ended from outside."""

    code = "lost_worker"


class NoSuchSeat(CatteryError):
    """A seat that the match doesn't have."""

    code = "no_such_seat"


class NotationError(CatteryError):
    """The text of a move can't be read."""

    code = "notation"


class BadPosition(CatteryError):
    """The text of a position can't be read, or the position can't be."""

    code = "position"

    def text(self, lang: str = "en") -> str:
        """The game's own words for what is wrong."""
        from cattery.text import game_words

        words = game_words(self.params["game"], lang)
        problem = words.text(f"position.{self.params['problem']}")
        return words.text("error.position", text=self.params["text"], problem=problem)


class NotYourTurn(CatteryError):
    """Others decide now: `seats`, from 0. `game`, `names` and `bots` are those of the match."""

    code = "not_your_turn"

    def text(self, lang: str = "en") -> str:
        """Whose turn it is, by their names."""
        from cattery.text import shared_words, with_names

        words = shared_words(lang)
        params = with_names(words, {"seats": self.params["seats"]}, _names(self.params, lang))
        return words.text(f"error.{self.code}", **params)


class MatchOver(CatteryError):
    """Nothing can be played after the end."""

    code = "match_over"


class NothingToUndo(CatteryError):
    """The seat has no own step to take back without asking."""

    code = "nothing_to_undo"


class NoTakeBack(CatteryError):
    """A take-back that isn't possible, or that somebody hasn't granted."""

    code = "no_take_back"


class OffLesson(CatteryError):
    """A step that a lesson doesn't have, or a move that isn't the one it asks for."""

    code = "off_lesson"


class AmbiguousMove(CatteryError):
    """The text of a move can mean several that are legal."""

    code = "ambiguous"


class BadFile(CatteryError):
    """A saved match that can't be used; `line` says where it goes wrong."""

    code = "bad_file"

    def text(self, lang: str = "en") -> str:
        """The problem's own words, after its line."""
        from cattery.text import shared_words

        params = dict(self.params)
        why = params.pop("why", None)
        inner = why.text(lang) if isinstance(why, CatteryError) else ""
        words = shared_words(lang)
        problem = words.text(f"file.{params.pop('problem')}", why=inner, **params)
        return words.text("error.bad_file", line=params["line"], problem=problem)


class NotVouchedFor(CatteryError):
    """That a match was played on a server can't be shown; `why` says what is missing."""

    code = "not_vouched_for"

    def text(self, lang: str = "en") -> str:
        """What is missing, in words."""
        from cattery.text import shared_words

        params = dict(self.params)
        words = shared_words(lang)
        problem = words.text(f"terminal.verify.{params.pop('why')}", **params)
        return words.text("error.not_vouched_for", problem=problem)


class IllegalMove(CatteryError):
    """A move that the rules don't allow now, and why; `names` and `bots` are the match's."""

    code = "illegal"

    def text(self, lang: str = "en") -> str:
        """The game's own words for the reason, with players' names and the rule's id."""
        from cattery.text import game_words, with_names

        words = game_words(self.params["game"], lang)
        params = with_names(words, dict(self.params), _names(self.params, lang))
        reason = words.text(f"reason.{params.pop('reason')}", **params)
        return words.text("error.illegal", rule=self.rule or "", reason=reason, move=params["move"])


def _names(params: dict[str, Any], lang: str) -> list[str]:
    """What the players of a refusal's match are called."""
    from cattery.names import shown

    return shown(params["names"], params["bots"], lang, params["game"])
