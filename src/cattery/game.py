"""Game: one game's parts behind one object, and the discovery of the games."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast, get_args

from cattery import data
from cattery.errors import (
    BadArrangement,
    BadOption,
    NotationError,
    UnknownGame,
    UnknownOption,
    WrongSeats,
)
from cattery.glance import Glance, glance
from cattery.options import Option
from cattery.seen import SeenCard, has_seen
from cattery.text import Words, game_words, normal, player_name

if TYPE_CHECKING:
    import numpy as np

    from cattery.learned import Learned

    States = np.ndarray[Any, Any]  # an array of a game's records


class Reason:
    """Why a move isn't legal, or is good: the rule's id, a code for the catalogues, parameters."""

    def __init__(self, rule: str, code: str, **params: Any) -> None:
        self.rule, self.code, self.params = rule, code, params

    def __repr__(self) -> str:
        return f"Reason({self.rule!r}, {self.code!r}, **{self.params!r})"


class Header(NamedTuple):
    """What every game's record tells about a state, whatever the game."""

    rng: int
    turn: int
    actor: int
    waiting: int  # seats as bits
    revealed: int
    over: int


class Habits(NamedTuple):
    """How others may be: what a game's wits offer to thinkers that meet strangers."""

    rows: np.ndarray[Any, Any]  # [habit, ...] as `urge_as` takes them; the first is `urge`'s
    weights: np.ndarray[Any, Any]  # [habit] how likely each is before anything has been seen
    own: int  # the habit by which a thinker itself goes on in playouts


class Senses(NamedTuple):
    """What a game's wits tell of a state to those who learn."""

    features: int  # how many there are
    most: int  # how many of them a state has at most
    turned: np.ndarray[Any, Any]  # [symmetry, feature] which one it becomes
    turned_actions: np.ndarray[Any, Any]  # [symmetry, action] the same of actions


class Game:
    """One game: its facts, kernels, moves, views and words.

    >>> huupp = game("huupp")
    >>> huupp.parse("kitten c3")
    Place(kind='kitten', square='c3')
    >>> huupp.format(huupp.parse("szellem eszak 2"))
    'ghost N2'
    """

    def __init__(self, name: str) -> None:
        self.name = name
        facts = data.read(name, "game.toml")
        self.facts = facts
        self.seats = range(facts["seats"][0], facts["seats"][1] + 1)
        self.rules_version: int = facts["rules_version"]
        self.hidden: bool = facts.get("hidden", False)  # whether seats know different things
        self.chance: bool = facts.get("chance", True)  # whether chance falls after the start
        self.at_once: bool = facts.get("at_once", False)  # whether rounds are played at once
        self.draw: bool = facts.get("draw", False)  # whether nobody wins where all are level
        assert self.hidden or not self.at_once, "a round played at once is hidden until it closes"
        self.points: bool = facts.get("points", True)  # whether points are counted
        self.levels: tuple[str, ...] = tuple(facts.get("levels", ()))  # thinkers, weakest first
        self.options = tuple(Option.read(each) for each in facts.get("option", ()))

    def __repr__(self) -> str:
        return f"cattery.game({self.name!r})"

    def _part(self, part: str) -> ModuleType:
        return importlib.import_module(f"cattery.games.{self.name}.{part}")

    @cached_property
    def rules(self) -> ModuleType:
        """The record and its kernels; imports Numba. The wits register their verbs too."""
        rules, _ = self._part("rules"), self._wits
        return rules

    @cached_property
    def _wits(self) -> ModuleType | None:
        """What its players prefer, where the game says anything of it."""
        there = (data.folder(self.name) / "wits.py").exists()
        return self._part("wits") if there else None

    @cached_property
    def habits(self) -> Habits | None:
        """The habits that the game's `urge_as` knows, if it does."""
        wits = self._wits
        if wits is None or not hasattr(wits, "HABITS"):
            return None
        return Habits(wits.HABITS, wits.HABIT_WEIGHTS, getattr(wits, "OWN_HABIT", 0))

    @cached_property
    def senses(self) -> Senses | None:
        """What the game's `sense` tells of a state, if it does: then its thinkers can learn."""
        wits = self._wits
        if wits is None or not hasattr(wits, "FEATURES"):
            return None
        alone = tuple(self._numpy.arange(n)[None] for n in (wits.FEATURES, self.actions))
        return Senses(wits.FEATURES, wits.MOST_FEATURES, *getattr(wits, "SYMMETRIES", alone))

    @cached_property
    def learned(self) -> Learned | None:
        """What its thinkers have learned by self-play, if it fits what they sense today."""
        if (senses := self.senses) is None:
            return None
        found: Learned | None = importlib.import_module("cattery.learned").of_game(self.name)
        if found is None or not found.fits(senses.features, self.actions):
            return None
        return found

    @cached_property
    def _moves(self) -> ModuleType:
        return self._part("moves")

    @cached_property
    def _view(self) -> ModuleType:
        return self._part("view")

    @cached_property
    def _story(self) -> ModuleType:
        return self._part("story")

    @cached_property
    def _draw(self) -> ModuleType:
        return self._part("draw")

    @cached_property
    def _numpy(self) -> Any:
        """NumPy, imported on first use: to ask what games there are nobody needs it."""
        return importlib.import_module("numpy")

    @cached_property
    def _loops(self) -> ModuleType:
        return importlib.import_module("cattery.loops")

    # --- facts -----------------------------------------------------------------------------------

    @property
    def data_hash(self) -> str:
        """Hash of the decks and sheets in force."""
        return data.data_hash(self.name)

    def words(self, lang: str) -> Words:
        """The game's catalogue, with the shared one behind it."""
        return game_words(self.name, lang)

    def title(self, lang: str = "en") -> str:
        """What the game is called."""
        return self.words(lang).text("title")

    def check_seats(self, seats: int) -> int:
        """The number of seats, if the game is for so many."""
        if seats not in self.seats:
            raise WrongSeats(game=self.name, seats=seats, fewest=self.seats[0], most=self.seats[-1])
        return seats

    def complete_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """The options with defaults for those not given; refuses unknown names and values."""
        known = {option.name for option in self.options}
        for name in given:
            if name not in known:
                raise UnknownOption(option=name, game=self.name, known=sorted(known))
        return {
            option.name: _checked(option, str(given.get(option.name, option.default)), seats)
            for option in self.options
        }

    # --- states ----------------------------------------------------------------------------------

    @property
    def actions(self) -> int:
        """How many action ids there are: 0 ... actions-1."""
        return int(self.rules.ACTIONS)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The record of a state."""
        return self.rules.STATE  # type: ignore[no-any-return]

    def blank(self, seats: int, options: Mapping[str, str]) -> States:
        """An array of one state with seats and options set, not yet dealt."""
        states: States = self._numpy.zeros(1, self.dtype)
        states["seats"] = self.check_seats(seats)
        chosen = self.complete_options(options, seats)
        for option in self.options:
            states[option.name] = option.code(chosen[option.name])
        return states

    def new(self, seats: int, options: Mapping[str, str] | None = None, rng: int = 0) -> States:
        """An array of one state, dealt from `rng`."""
        states = self.blank(seats, options or {})
        self._loops.start_at(states, 0, self._numpy.uint64(rng))
        return states

    def legal(self, states: States, i: int = 0) -> list[int]:
        """The action ids that the actor of state i may choose."""
        # A fresh array each time: bots and the server ask from several threads at once.
        out = self._numpy.empty(self._most_legal, self._numpy.int32)
        n = self._loops.legal_at(states, i, out)
        return out[:n].tolist()  # type: ignore[no-any-return]

    @cached_property
    def _most_legal(self) -> int:
        return int(importlib.import_module("cattery.kernel").MOST_LEGAL)

    def header(self, states: States, i: int = 0) -> Header:
        """What state i tells in every game."""
        return Header(*self._header(states, i))

    @cached_property
    def _header(self) -> Glance:
        return glance(self.dtype, *Header._fields)

    @cached_property
    def counts_moments(self) -> bool:
        """Whether the record counts in a field `moment` how often chance has fallen."""
        return "moment" in (self.dtype.names or ())

    def moment(self, states: States, i: int = 0) -> int:
        """How often chance has fallen, in a game that counts it."""
        return int(self._moment(states, i)[0])

    @cached_property
    def _moment(self) -> Glance:
        return glance(self.dtype, "moment")

    def apply(self, states: States, action: int, i: int = 0) -> None:
        """Carry out a legal action in state i; that it is legal is the caller's to know."""
        self._loops.apply_at(states, i, action)

    def scores(self, states: States, i: int = 0) -> list[float]:
        """Points per seat."""
        out = self._numpy.zeros(int(states["seats"][i]))
        self._loops.score_at(states, i, out)
        return out.tolist()  # type: ignore[no-any-return]

    def payoffs(self, states: States, i: int = 0) -> list[float]:
        """(Seats beaten - seats beaten by) / (seats - 1), per seat."""
        out = self._numpy.zeros(int(states["seats"][i]))
        self._loops.payoff_at(states, i, out)
        return out.tolist()  # type: ignore[no-any-return]

    def observe(self, states: States, seat: int, i: int = 0) -> np.ndarray[Any, Any]:
        """What `seat` knows as int8 planes, shaped as `observation_shape`."""
        out = self._numpy.zeros(int(self._numpy.prod(self.observation_shape)), self._numpy.int8)
        self._loops.observe_at(states, i, seat, out)
        return cast("States", out.reshape(self.observation_shape))

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of an observation; `rules.PLANES` names its planes."""
        return tuple(self.rules.OBSERVATION)

    def imagine(self, states: States, seat: int, rng: int, i: int = 0) -> States:
        """A copy of state i with what `seat` can't know drawn anew from `rng`.

        The copy is by bytes: alike states give the same record, gaps between fields included.
        """
        world: States = states[i : i + 1].view(self._numpy.uint8).copy().view(self.dtype)
        self._loops.imagine_at(world, 0, seat, self._numpy.uint64(rng))
        return world

    # --- moves -----------------------------------------------------------------------------------

    @property
    def moves(self) -> Sequence[Any]:
        """The move behind each action id; a large game makes them only when they are asked for."""
        return self._moves.MOVES  # type: ignore[no-any-return]

    def move(self, action: int) -> Any:
        """The move behind an action id."""
        return self.moves[action]

    def action(self, move: Any) -> int:
        """The id of a move."""
        return self._action(move)

    @cached_property
    def _action(self) -> Callable[[Any], int]:
        """The game's own way from a move to its id, or a dictionary of all of them."""
        own: Callable[[Any], int] | None = getattr(self._moves, "action", None)
        if own is not None:
            return own
        return {move: action for action, move in enumerate(self.moves)}.__getitem__

    def format(self, move: Any) -> str:
        """The canonical notation of a move."""
        return self._moves.format(move)  # type: ignore[no-any-return]

    def readings(self, text: str) -> list[Any]:
        """The moves that a typed text may mean: one, or several where it leaves something open."""
        found: list[Any] = self._moves.readings(normal(text))
        if not found:
            raise NotationError(text=text, example=self.example)
        return found

    @cached_property
    def move_types(self) -> frozenset[type]:
        """The classes of moves."""
        kinds = self._moves.Move
        return frozenset(get_args(kinds) or (kinds,))

    @cached_property
    def example(self) -> str:
        """A move of each kind in notation, to show what notation looks like."""
        seen: dict[type, str] = {}
        for move in getattr(self._moves, "EXAMPLES", self.moves):
            seen.setdefault(type(move), self.format(move))
        return ", ".join(seen.values())

    def parse(self, text: str) -> Any:
        """The one move that a text means; NotationError for none or several."""
        found = self.readings(text)
        if len(found) > 1:
            raise NotationError(text=text, example=self.format(found[0]))
        return found[0]

    def why_not(self, states: States, action: int, i: int = 0) -> Reason | None:
        """Why the actor of state i can't choose this action, as far as its player may know."""
        return self._moves.why_not(states, i, action)  # type: ignore[no-any-return]

    def why(self, view: Any, move: Any, events: Sequence[Any]) -> Reason | None:
        """The fact that speaks most for a move, from what its player sees and what it is sure to
        bring; None where the game says nothing. Worded as `why.<code>`."""
        if not (data.folder(self.name) / "why.py").exists():
            return None
        return self._part("why").why(view, move, events)  # type: ignore[no-any-return]

    def seen(self, view: Any) -> list[SeenCard]:
        """Which cards a viewer has seen; nothing where the game offers no such aid."""
        if not has_seen(self.name):
            return []
        return self._part("seen").seen(view)  # type: ignore[no-any-return]

    @property
    def hides_moves(self) -> bool:
        """Whether some moves themselves are secrets, as cards laid face down are."""
        return hasattr(self._moves, "hides")

    def hides(self, before: States, action: int, viewer: int | None) -> bool:
        """Whether the move itself is a secret from the viewer, as a card laid face down is."""
        hides = self._hides
        return hides is not None and bool(hides(before, action, viewer))

    @cached_property
    def _hides(self) -> Callable[[States, int, int | None], bool] | None:
        return getattr(self._moves, "hides", None)

    # --- what people see -------------------------------------------------------------------------

    def view(self, states: States, seat: int | None, i: int = 0) -> Any:
        """All that a seat may see of state i; None is an onlooker."""
        return self._view.view(states, i, seat)

    def story(self, before: States, action: int, after: States, seat: int | None) -> list[Any]:
        """What happened, as far as the seat may know, in order."""
        return self._story.story(before, action, after, seat)  # type: ignore[no-any-return]

    def position(self, states: States, i: int = 0) -> str:
        """State i as one line of text."""
        return self._view.position(states, i)  # type: ignore[no-any-return]

    def from_position(self, text: str, seats: int, options: Mapping[str, str]) -> States:
        """An array of one state from a position text."""
        states = self.blank(seats, options)
        self._view.set_position(states, 0, text)
        return states

    def drawing(
        self, view: Any, lang: str = "en", names: Sequence[str] | None = None
    ) -> list[list[tuple[str, str]]]:
        """A view as lines of (text, style) pieces for a terminal; without names, numbered ones."""
        numbered = [player_name(lang, seat) for seat in range(self.seats[-1])]
        return self._draw.drawing(view, names or numbered, self.words(lang))  # type: ignore[no-any-return]

    def text(self, view: Any, lang: str = "en", names: Sequence[str] | None = None) -> str:
        """A view as a diagram of plain characters."""
        lines = ("".join(text for text, _ in line) for line in self.drawing(view, lang, names))
        return "\n".join(line.rstrip() for line in lines)

    def spoken(self, view: Any, names: Sequence[str], lang: str = "en") -> list[str]:
        """A view as sentences, for a screen reader."""
        return self._draw.spoken(view, names, self.words(lang))  # type: ignore[no-any-return]

    def explained(self, view: Any, lang: str = "en") -> list[str]:
        """What is special at this table, for who asks for the rules; most games say nothing."""
        own = getattr(self._draw, "explained", None)
        return list(own(view, self.words(lang))) if own is not None else []

    def svg(self, view: Any, lang: str = "en") -> str:
        """A view as a picture with a description."""
        return self._draw.svg(view, self.words(lang))  # type: ignore[no-any-return]

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of this game's moves, view and events."""
        from pydantic import TypeAdapter

        parts = {
            "Move": self._moves.Move,
            "View": self._view.View,
            "Event": self._story.Event,
        }
        inputs = [(name, "serialization", TypeAdapter(part)) for name, part in parts.items()]
        schemas, definitions = TypeAdapter.json_schemas(inputs)  # type: ignore[arg-type]
        classes = definitions.get("$defs", {})
        for each in classes.values():
            if "properties" in each:  # what goes out is always complete, its tag too
                each["required"] = list(each["properties"])
        # A part that is one class, not a union, is defined under its own name.
        return {"$defs": {**{n: schemas[(n, "serialization")] for n in parts}, **classes}}


def _checked(option: Option, value: str, seats: int) -> str:
    """A value as it is written, or the refusal."""
    found = option.canonical(value, seats)
    if found is not None:
        return found
    name, offered = option.name, option.choices(seats)
    if option.is_arrangement:
        choose, of = option.choose, option.of
        raise BadArrangement(option=name, value=value, values=offered, choose=choose, of=of)
    raise BadOption(option=name, value=value, values=offered)


def games() -> tuple[str, ...]:
    """The names of the games.

    >>> "huupp" in games()
    True
    """
    return data.names()


@cache
def game(name: str) -> Game:
    """The game of that name."""
    if name not in data.names():
        near = difflib.get_close_matches(name, data.names(), 1, 0.4)
        raise UnknownGame(game=name, known=data.names(), near=near[0] if near else data.names()[0])
    return Game(name)
