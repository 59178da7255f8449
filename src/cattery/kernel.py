"""The ground that every game stands on: `@kernel`, the random source, u64 helpers and the verbs.

A state is one NumPy record; kernels change it in place. Numba compiles them, and with
`NUMBA_DISABLE_JIT=1` the very same source runs interpreted. A verb (`legal`, `apply`, ...) is one
name for all games: it picks the game's own kernel by the type of the record it is given.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sys
from collections.abc import Callable
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba import types
from numba.core import config
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, overload

from cattery import data
from cattery.compiler import add_part

Function = TypeVar("Function", bound=Callable[..., Any])

U = np.uint64
COMPILED = not config.DISABLE_JIT
# Slower by a tenth, but an index out of range is an error instead of a wild read.
BOUNDS_CHECKED = os.environ.get("CATTERY_BOUNDS_CHECK", "") == "1"


# --- the cache: compiled code is kept under a hash of everything it was made from ----------------


def cache_root() -> Path:
    """The folder of compiled kernels: `CATTERY_CACHE`, or the user's cache folder."""
    given = os.environ.get("CATTERY_CACHE")
    return Path(given) if given else Path(platformdirs.user_cache_dir("cattery", False)) / "kernels"


def _digest(paths: list[Path], *words: str) -> str:
    digest = hashlib.sha256()
    for word in words:
        digest.update(word.encode() + b"\0")
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


@cache
def generic_key() -> str:
    """Hash of the sources of all generic kernels and of the versions that compile them."""
    here = Path(__file__).parent
    sources = [here / "kernel.py", here / "compiler.py", here / "loops.py"]
    sources += [here / "search" / name for name in ("tree.py", "habits.py", "net.py")]
    sources += [here / "envs" / "kernels.py", here / "learning" / "fit.py"]
    versions = (sys.version, numba.__version__, np.__version__, str(BOUNDS_CHECKED))
    return _digest(sources, *versions)


@cache
def game_key(name: str) -> str:
    """Hash of the generic kernels, one game's kernels and its data: what compiled code freezes."""
    folder = data.folder(name)
    sources = [*sorted(folder.glob("rules*.py")), *sorted(folder.glob("rules/*.py"))]
    sources += sorted(folder.glob("wits.py"))
    return _digest(sources, name, generic_key(), data.data_hash(name))


def marker(name: str) -> tuple[str, str, tuple[int]]:
    """A field of no size that makes a game's record a type of its own.

    Two games with equal fields would be one Numba type. The hash in its name also keys the cached
    generic kernels, which Numba would otherwise keep after a rule has changed.
    """
    return (f"{name}_{game_key(name)}", "u1", (0,))


def _cache_folder(module: str) -> Path:
    parts = module.split(".")
    if parts[:2] == ["cattery", "games"] and len(parts) > 3:
        return cache_root() / f"{parts[2]}-{game_key(parts[2])}"
    return cache_root() / f"generic-{generic_key()}"


_PROCESS = secrets.token_hex(4)


def _name_files_apart(compiled: Any) -> None:
    """Give this process names of its own for the files of compiled code.

    Numba numbers them 1, 2, ... from the index it has read. Two processes that compile a kernel for
    two games at once take the same number, and one game may end up with the other's code.
    """
    files = compiled._cache._cache_file
    files._data_name_pattern = files._data_name_pattern.replace(
        "{number:d}", f"{_PROCESS}-{{number:d}}"
    )


def kernel(function: Function) -> Function:
    """Compile `function` with Numba: cached on disk, without the interpreter lock.

    Kernels that call it take in a part of theirs instead (`compiler.py`), cached beside it.
    """
    if not COMPILED:
        return function
    folder = _cache_folder(function.__module__)
    whole = _compiled(folder, function)
    add_part(whole, partial(_compiled, folder / "parts"))
    return cast(Function, whole)


def _compiled(folder: Path, function: Any, **options: Any) -> Any:
    """Numba's function, cached in a folder.

    It is chosen here, because Numba itself looks only at the function's own file to tell whether
    compiled code is stale.
    """
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        decorate = numba.njit(cache=True, nogil=True, boundscheck=BOUNDS_CHECKED, **options)
        compiled = decorate(function)
    finally:
        config.CACHE_DIR = before
    _name_files_apart(compiled)
    return compiled


# --- u64: one meaning compiled and interpreted ---------------------------------------------------
# Numba turns `u64 op literal` into int64 and wraps silently; NumPy refuses or warns. So constants
# are module-level `U(...)`, variable shifts are `U(i)`, and wrapping arithmetic has names.
# (Overloads carry no annotations: Numba compares their signatures with those of the lambdas.)

_MASK = (1 << 64) - 1
ONE = U(1)


@intrinsic
def _ctpop(typing_context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


@intrinsic
def _cttz(typing_context: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        never_zero = context.get_constant(types.boolean, True)
        return builder.cttz(arguments[0], never_zero)

    return types.uint64(types.uint64), code


def count_bits(x: Any) -> Any:
    """How many bits of `x` are set."""
    return int(x).bit_count()


@overload(count_bits)
def _count_bits(x):
    return lambda x: np.int64(_ctpop(np.uint64(x)))


def lowest_bit(x: Any) -> Any:
    """The index of the lowest set bit of `x`, which must not be 0."""
    value = int(x)
    return (value & -value).bit_length() - 1


@overload(lowest_bit)
def _lowest_bit(x):
    return lambda x: np.int64(_cttz(np.uint64(x)))


def add_wrapping(x: Any, y: Any) -> Any:
    """`x + y` modulo 2**64."""
    return U((int(x) + int(y)) & _MASK)


@overload(add_wrapping)
def _add_wrapping(x, y):
    return lambda x, y: np.uint64(x) + np.uint64(y)


def multiply_wrapping(x: Any, y: Any) -> Any:
    """`x * y` modulo 2**64."""
    return U((int(x) * int(y)) & _MASK)


@overload(multiply_wrapping)
def _multiply_wrapping(x, y):
    return lambda x, y: np.uint64(x) * np.uint64(y)


@kernel
def without_lowest(x):
    """`x` with its lowest set bit cleared; `x` must not be 0."""
    return x ^ (ONE << U(lowest_bit(x)))


@kernel
def nth_bit(x, n):
    """The index of the n-th set bit of `x`, counted from 0; there must be that many."""
    for _ in range(n):
        x = without_lowest(x)
    return lowest_bit(x)


# --- chance: SplitMix64, its state is the record's `rng` -----------------------------------------

_STRIDE = U(0x9E3779B97F4A7C15)
_MIX_1 = U(0xBF58476D1CE4E5B9)
_MIX_2 = U(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = U(27), U(30), U(31), U(32)


@kernel
def mix(x):
    """Scatter the bits of `x`: neighbouring numbers give unrelated ones."""
    x = multiply_wrapping(x ^ (x >> _S30), _MIX_1)
    x = multiply_wrapping(x ^ (x >> _S27), _MIX_2)
    return x ^ (x >> _S31)


@kernel
def random_bits(s):
    """64 random bits from the state's own source."""
    s.rng = add_wrapping(s.rng, _STRIDE)
    return mix(s.rng)


@kernel
def below(s, n):
    """A random integer 0 ... n-1; n at least 1 and below 2**31."""
    return np.int64(((random_bits(s) >> _S32) * U(n)) >> _S32)


@kernel
def draw_from(s, counts):
    """Draw one kind at random from an array of counts, and take it out; the sum must not be 0."""
    total = 0
    for kind in range(len(counts)):
        total += np.int64(counts[kind])
    k = below(s, total)
    kind = 0
    while k >= counts[kind]:
        k -= np.int64(counts[kind])
        kind += 1
    counts[kind] -= 1
    return kind


@kernel
def arranged(rank, n, k, out):
    """Write the arrangement of that rank into out[0] ... out[k-1]: k different numbers below n.

    Ranks follow the order of a dictionary: 0 is 0, 1, 2 ... An option of this kind is such a rank.
    """
    weight = 1
    for place in range(1, k):
        weight *= n - place
    for place in range(k):
        left = np.int64(rank) // weight
        rank = np.int64(rank) % weight
        weight //= max(1, n - place - 1)
        number = 0
        while True:  # the left-th of those that are free
            free = True
            for earlier in range(place):
                if out[earlier] == number:
                    free = False
            if free and left == 0:
                break
            left -= np.int64(free)
            number += 1
        out[place] = number


# --- seats: who acts, and how they compare -------------------------------------------------------


@kernel
def to_act(s, seat):
    """It is the turn of `seat`, and it alone decides."""
    s.turn = seat
    s.actor = seat
    s.waiting = 1 << seat


@kernel
def all_to_act(s, seats):
    """A round played at once begins for the seats of a bit mask, which isn't empty."""
    s.waiting = seats
    s.actor = lowest_bit(seats)
    s.turn = s.actor


@kernel
def seat_done(s, seat):
    """`seat` has finished its part of a round played at once; whether it was the last to.

    Another seat acts then, the lowest that still waits.
    """
    s.waiting = np.int64(s.waiting) & ~(1 << np.int64(seat))
    if not s.waiting:
        return True
    if s.actor == seat:
        s.actor = lowest_bit(s.waiting)
    return False


@kernel
def next_seat(s, seat):
    """The seat after `seat`, clockwise."""
    return seat + 1 if seat + 1 < s.seats else 0


@kernel
def seen_from(s, observer, seat):
    """The number of `seat` if seats are counted clockwise from the observer, who is 0."""
    k = seat - observer
    return k if k >= 0 else k + np.int64(s.seats)


@kernel
def fill_plane(out, plane, size, value):
    """Set a whole plane of an observation to one value; `size` numbers make a plane.

    Counted from 0, so that the compiler knows how many there are and writes them at once.
    """
    first = plane * size
    for k in range(size):
        out[first + k] = value


POINT = 0.01  # what a point is worth to who plays alone
_BITS = 5  # for numbers up to twice the seats that a record has room for


@kernel
def payoffs_by(scores, ties, seats, out):
    """Payoffs from the points of each seat and, where they are equal, from a second number.

    (Seats beaten - seats beaten by) / (seats - 1); alone, a hundredth of the points, at most 1.
    The points may stand in `out` itself: that spares playouts an array.
    """
    if seats == 1:
        out[0] = min(1.0, max(-1.0, POINT * scores[0]))
        return
    totals = 0  # of each seat as many bits as it takes, above 0
    for seat in range(seats):
        total = np.int64(seats)
        for other in range(seats):
            if scores[seat] == scores[other]:
                total += np.int64(ties[seat] > ties[other]) - np.int64(ties[seat] < ties[other])
            else:
                total += 1 if scores[seat] > scores[other] else -1
        totals |= total << _BITS * seat
    for seat in range(seats):
        out[seat] = ((totals >> _BITS * seat & (1 << _BITS) - 1) - seats) / (seats - 1)


# --- the verbs -----------------------------------------------------------------------------------

_KERNELS: dict[str, dict[Any, Any]] = {}  # [verb][dtype or Numba type] the game's kernel
_DEFAULTS: dict[str, Any] = {}


def _implementation(verb: str, key: Any) -> Any:
    found = _KERNELS[verb].get(key, _DEFAULTS.get(verb))
    if found is None:
        raise TypeError(f"no game gives {verb} for {key}")
    return found


def _verb(default: Any = None) -> Callable[[Function], Function]:
    """Make a verb of a signature: its body, and compiled calls, pick the game's kernel."""

    def make(declared: Function) -> Function:
        name = declared.__name__
        _KERNELS[name] = {}
        if default is not None:
            _DEFAULTS[name] = default

        @wraps(declared)
        def speak(s: Any, *more: Any) -> Any:
            return _implementation(name, s.dtype)(s, *more)

        class Call(AbstractTemplate):
            """How Numba types a call of the verb: as one of the kernel for that record."""

            key = speak

            def generic(self, args: Any, kws: Any) -> Any:
                self._callee = self.context.resolve_value_type(_implementation(name, args[0]))
                return self.context.resolve_function_type(self._callee, args, kws)

            def get_impl_key(self, sig: Any) -> Any:
                return self._callee.get_impl_key(sig)

        infer_global(speak, types.Function(Call))
        return cast(Function, speak)

    return make


@_verb()
def start(s: Any) -> None:
    """Deal: seats, options and rng are set, all else is set now."""


@_verb()
def legal(s: Any, out: Any) -> Any:
    """Write the action ids that `s.actor` may choose into `out`; returns how many."""


@_verb()
def apply(s: Any, action: Any) -> None:
    """Carry out a legal action of `s.actor`."""


@_verb()
def score(s: Any, out: Any) -> None:
    """Points per seat, as they stand."""


@_verb()
def payoff(s: Any, out: Any) -> None:
    """(seats beaten - seats beaten by) / (seats - 1) per seat, tie-breaks included."""


@_verb()
def observe(s: Any, seat: Any, out: Any) -> None:
    """What `seat` knows as int8 planes, flat."""


@_verb()
def check(s: Any) -> Any:
    """0, or the number of the first invariant of the rule sheet that doesn't hold."""


@kernel
def _nothing_to_imagine(s, seat):
    """All is open."""


@_verb(default=_nothing_to_imagine)
def imagine(s: Any, seat: Any) -> None:
    """Resample what `seat` can't know; the result depends on its knowledge and `s.rng` alone."""


@_verb(default=imagine)
def guess(s: Any, seat: Any) -> None:
    """Imagine, but so that worlds which explain what the others did come up more often."""


@kernel
def _sample_uniformly(s):
    out = np.empty(MOST_LEGAL, np.int32)
    return np.int64(out[below(s, legal(s, out))])


MOST_LEGAL = 4096  # more than any position of any game offers


@_verb(default=_sample_uniformly)
def sample(s: Any) -> Any:
    """A random legal action: uniform, unless the game knows that this is silly."""


@_verb(default=sample)
def urge(s: Any) -> Any:
    """The action that a player in a hurry takes: what playouts play. Else `sample`."""


# Others may have habits: rows of numbers that the game's wits offer as HABITS, with HABIT_WEIGHTS,
# how likely each is before anything has been seen. The first is that of `urge`.


@kernel
def _urge_alike(s, habit):
    return urge(s)


@_verb(default=_urge_alike)
def urge_as(s: Any, habit: Any) -> Any:
    """What a player in a hurry does who has this habit. Else `urge`."""


@kernel
def _guess_alike(s, seat, habits):
    guess(s, seat)


@_verb(default=_guess_alike)
def guess_as(s: Any, seat: Any, habits: Any) -> None:
    """As `guess`, where each seat has a habit, a row of `habits`. Else `guess`."""


@kernel
def _explain_nothing(then, now, action, population, out):
    """All habits explain it alike."""


@_verb(default=_explain_nothing)
def explain(then: Any, now: Any, action: Any, population: Any, out: Any) -> None:
    """Add to `out`, per habit, the logarithm of how likely it makes what the actor of `then` did.

    Both worlds are what another seat imagines, before the step and at present; `action` is -1 where
    it was hidden. `then` may be changed.
    """


@_verb(default=payoff)
def feel(s: Any, out: Any) -> None:
    """An estimate of the payoffs before the end. Else the payoffs as if it ended now."""


@kernel
def _sense_nothing(s, seat, out):
    return 0


@kernel
def _from_the_actor(s):
    return np.int64(s.actor)


@_verb(default=_from_the_actor)
def viewpoint(s: Any) -> Any:
    """The seat from whose side `sense` looks at a game for two. Else who decides."""


@_verb(default=_sense_nothing)
def sense(s: Any, seat: Any, out: Any) -> Any:
    """Write the numbers of the features that `seat` sees into `out`; returns how many.

    A learned net adds up what each of them tells. The game's wits say in FEATURES how many there
    are, and in MOST_FEATURES how many a state has at most: `out` has room for so many.
    """


@kernel
def _one_stage(s):
    return 0


@_verb(default=_one_stage)
def stage(s: Any) -> Any:
    """Which part of the match it is, as the number of its round: playouts may end after some.

    It never falls. Else 0.
    """


SHOWN = 1  # what `revealed` says of a step that showed somebody something new
OWN_SHOWN = 2  # ... where only what its player knew already, as a card laid from the hand

UNNOTICED = -1  # what `notice` says of a step that a seat couldn't notice at all


@kernel
def _notice_all(s, action, mover, seat):
    return action


@_verb(default=_notice_all)
def notice(s: Any, action: Any, mover: Any, seat: Any) -> Any:
    """After `action`: a number for what `seat` noticed of it and its outcome, below 2**30.

    Equal numbers where the seat can't tell the difference, different ones where it can, UNNOTICED
    where it noticed nothing. By default everybody sees the action, and chance that fell makes no
    difference.
    """


@kernel
def _weigh_nothing(s, actions, n, out):
    for k in range(n):
        out[k] = 0.0


@_verb(default=_weigh_nothing)
def weigh(s: Any, actions: Any, n: Any, out: Any) -> None:
    """How much `s.actor` should like each of n legal actions, looking one ply ahead."""


def implement(dtype: np.dtype[Any], **kernels: Any) -> None:
    """Register one game's kernels for its record: `implement(STATE, start=start, legal=...)`.

    The first call, in the game's rules, gives all verbs that have no default.
    """
    for verb, function in kernels.items():
        if verb not in _KERNELS:
            raise ValueError(f"{verb} is not a verb; the verbs are {', '.join(_KERNELS)}")
        _KERNELS[verb][dtype] = function
        _KERNELS[verb][numba.from_dtype(dtype)] = function
    missing = [verb for verb in _KERNELS if verb not in _DEFAULTS and dtype not in _KERNELS[verb]]
    if missing:
        raise ValueError(f"{', '.join(missing)}: a game must implement these verbs")


def implements(dtype: np.dtype[Any], verb: str) -> bool:
    """Whether a game has a kernel of its own for a verb."""
    return dtype in _KERNELS[verb]


def record(
    name: str, options: list[tuple[Any, ...]], fields: list[tuple[Any, ...]]
) -> np.dtype[Any]:
    """The dtype of a game's state: the header that all games share, its options, its own fields."""
    header: list[tuple[Any, ...]] = [
        marker(name),
        ("rng", np.uint64),  # the only randomness
        ("seats", np.int8),
        ("turn", np.int8),  # whose turn it is
        ("actor", np.int8),  # who decides now; not `turn` in decisions out of turn
        ("waiting", np.uint8),  # bit per seat that may act; several in a simultaneous round
        ("phase", np.int8),  # which kind of decision
        ("revealed", np.uint8),  # SHOWN: this step showed somebody something new; or OWN_SHOWN
        ("over", np.uint8),
    ]
    # The alignment must be the inner dtype's: the outer one only adds access by attribute.
    aligned = np.dtype(header + options + fields, align=True)
    return np.dtype((np.record, _without_gaps(aligned)))


def _without_gaps(aligned: np.dtype[Any]) -> np.dtype[Any]:
    """The same layout with the gaps as fields: copies leave gaps undefined, and equal states must
    be equal bytes."""
    fields: list[tuple[Any, ...]] = []
    end = 0
    for name in (*(aligned.names or ()), None):
        kind, start = aligned.fields[name][:2] if name else (None, aligned.itemsize)  # type: ignore[index]
        if start > end:
            fields.append((f"gap_{end}", np.uint8, (start - end,)))
        if kind is not None:
            fields.append((name, kind))
            end = start + kind.itemsize
    return np.dtype(fields, align=True)
