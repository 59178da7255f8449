"""A match as a small JSON text: one log entry per line, a digest at the end.

A server on which it was played adds its name, its public key and a signature of all that.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cattery import signatures
from cattery.errors import BadFile, BadPosition, CatteryError
from cattery.game import Game, game
from cattery.match import Entry
from cattery.match.seeds import JOINED, KEY_VERSIONS

if TYPE_CHECKING:
    from cattery.match import Match

FORMAT = "cattery match 3"
SECOND_FORMAT = "cattery match 2"  # without a version of the key
FIRST_FORMAT = "cattery match 1"  # nor known dice; nobody won where all were level

# Fields that older formats lack, and what they meant without them.
_ABSENT: dict[str, dict[str, Any]] = {
    FIRST_FORMAT: {"known_dice": False, "key_version": JOINED},
    SECOND_FORMAT: {"key_version": JOINED},
    FORMAT: {},
}


@dataclass(frozen=True)
class Signer:
    """A server that signs what was played on it."""

    host: str  # the name by which people know it
    secret: str


@dataclass(frozen=True)
class Signature:
    """That a match was played on a server, as the holder of a key says.

    Whether the key is that server's isn't in the file: only the server can tell.
    """

    host: str
    key: str
    checked: bool  # False where signatures can't be checked: then anybody may have made it


@dataclass(frozen=True)
class Verdict:
    """What `verify` found: nothing wrong, or the first thing that is.

    A match without a signature only agrees with itself: anybody can make one up.
    """

    ok: bool
    match: Match | None  # the part that can be replayed
    error: CatteryError | None = None
    signature: Signature | None = None


# --- writing -------------------------------------------------------------------------------------


def write(match: Match, *, with_seed: bool, signer: Signer | None = None) -> str:
    """The text of a match, signed where somebody vouches for it."""
    head: dict[str, Any] = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "data": match.game.data_hash,
        "seats": match.seats,
        "options": match.options,
        "players": match.players,
        "names": match.names,
        "position": match.start_position,
        "commitment": match.commitment,
        "contributions": match.contributions,
        "known_dice": match.known_dice,
        "key_version": match.key_version,
        "seed": match.seed.hex() if with_seed and match.seed is not None else None,
    }
    return _text(head, [_line(entry) for entry in match.log], _result(match, FORMAT), signer)


def sign(text: str, signer: Signer) -> str:
    """The text of a match that was saved without a signature, with one."""
    contents = json.loads(text)
    log, result, _ = (contents.pop(field) for field in ("log", "result", "digest"))
    return _text(contents, log, result, signer)


def _text(
    head: dict[str, Any],
    log: list[dict[str, Any]],
    result: dict[str, Any] | None,
    signer: Signer | None,
) -> str:
    if signer is not None:
        key = signatures.public_key(signer.secret)
        head = {**head, "played_on": {"host": signer.host, "key": key}}
    contents = {**head, "log": log, "result": result}
    end = {"result": result, "digest": _digest(contents)}
    if signer is not None:
        end["signature"] = signatures.sign(signer.secret, _canonical(contents))
    entries = ",\n".join(_dump(line) for line in log)
    lines = ['"log": [', *([entries] if entries else []), "],"]
    return "{\n" + "\n".join([_fields(head) + ",", *lines, _fields(end)]) + "\n}\n"


def _fields(part: dict[str, Any]) -> str:
    return ",\n".join(f"{_dump(key)}: {_dump(value)}" for key, value in part.items())


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _line(entry: Entry) -> dict[str, Any]:
    if entry.kind == "move":
        return {"n": entry.n, "seat": entry.seat, "move": entry.move}
    if entry.kind == "resign":
        return {"n": entry.n, "seat": entry.seat, "resign": True}
    return {"n": entry.n, "seat": entry.seat, entry.kind: entry.back_to}


def _result(match: Match, form: str) -> dict[str, Any] | None:
    """The result as a file of that format has it."""
    result = match.result
    if result is None:
        return None
    winners = list(result.winners)
    if form == FIRST_FORMAT and match.seats > 1 and max(result.payoffs) <= 0:
        winners = []
    return {"payoffs": list(result.payoffs), "scores": list(result.scores), "winners": winners}


def _canonical(contents: dict[str, Any]) -> bytes:
    """Contents in one spelling, whatever spaces and order of fields a file has."""
    text = json.dumps(contents, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode()


def _digest(contents: dict[str, Any]) -> str:
    return hashlib.sha256(_canonical(contents)).hexdigest()


# --- reading -------------------------------------------------------------------------------------


def read(text: str) -> Match:
    """The match of a saved text, or BadFile."""
    verdict = verify(text)
    if verdict.error is not None:
        raise verdict.error
    assert verdict.match is not None
    return verdict.match


def verify(text: str) -> Verdict:
    """Check a saved text: form, versions, chance, every move, result, digest, signature."""
    try:
        contents = _contents(text)
        match = _empty_match(contents, text)
    except BadFile as error:
        return Verdict(False, None, error)
    try:
        for number, line in enumerate(contents["log"]):
            _replay(match, number, line, text)
        _check_result(match, contents, text)
        _check_digest(contents, text)
        signature = _checked_signature(contents, text)
    except BadFile as error:
        return Verdict(False, match, error)
    return Verdict(True, match, signature=signature)


def _bad(text: str, where: str, problem: str, **params: Any) -> BadFile:
    """A complaint about the line of a field, or about the last line if the field is missing."""
    found = re.search(rf'"{where}"\s*:', text)
    at = found.start() if found else len(text.rstrip())
    return BadFile(line=text.count("\n", 0, at) + 1, problem=problem, **params)


def _bad_entry(text: str, number: int, problem: str, **params: Any) -> BadFile:
    """A complaint about the line of a log entry."""
    log = re.search(r'"log"\s*:\s*\[', text)
    assert log is not None
    at = _skip(text, log.end())
    for _ in range(number):
        _, end = json.JSONDecoder().raw_decode(text, at)
        at = _skip(text, end)
    return BadFile(line=text.count("\n", 0, at) + 1, problem=problem, **params)


def _skip(text: str, at: int) -> int:
    """Past the white space and the comma between two entries."""
    space = re.compile(r"[\s,]*").match(text, at)
    return space.end() if space else at


_FIELDS: dict[str, Callable[[Any], bool]] = {
    "format": lambda v: isinstance(v, str),
    "game": lambda v: isinstance(v, str),
    "rules": lambda v: isinstance(v, int),
    "data": lambda v: isinstance(v, str),
    "seats": lambda v: isinstance(v, int),
    "options": lambda v: isinstance(v, dict) and all(isinstance(x, str) for x in v.values()),
    "players": lambda v: _strings(v),
    "names": lambda v: _strings(v),
    "position": lambda v: v is None or isinstance(v, str),
    "commitment": lambda v: isinstance(v, str),
    "contributions": lambda v: _strings(v),
    "known_dice": lambda v: isinstance(v, bool),
    "key_version": lambda v: type(v) is int and v in KEY_VERSIONS,
    "seed": lambda v: v is None or (isinstance(v, str) and bool(re.fullmatch("[0-9a-f]{64}", v))),
    "log": lambda v: isinstance(v, list),
    "result": lambda v: v is None or isinstance(v, dict),
    "digest": lambda v: isinstance(v, str),
    "played_on": lambda v: _names_a_host(v),
    "signature": lambda v: isinstance(v, str) and bool(re.fullmatch(signatures.SIGNATURE, v)),
}
_OF_SIGNED = ("played_on", "signature")  # both are there, or neither
_HOST = r"[A-Za-z0-9\[][A-Za-z0-9._~%:/\[\]-]{0,299}"  # no room for a sentence


def _names_a_host(value: Any) -> bool:
    if not (isinstance(value, dict) and value.keys() == {"host", "key"}):
        return False
    patterns = ((value["host"], _HOST), (value["key"], signatures.KEY))
    return all(isinstance(text, str) and re.fullmatch(form, text) for text, form in patterns)


def _is_signed(contents: dict[str, Any]) -> bool:
    return contents["format"] == FORMAT and any(field in contents for field in _OF_SIGNED)


def _strings(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _writable(value: Any) -> bool:
    """Whether all texts in it are made of letters: JSON can spell halves of surrogate pairs."""
    return not re.search("[\ud800-\udfff]", _dump(value))


def _contents(text: str) -> dict[str, Any]:
    try:
        contents = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        if text.strip() and getattr(error, "pos", 0) >= len(text.rstrip()):
            raise BadFile(line=line, problem="end") from error
        # Too deep a nest and too long a number are errors of other kinds, without these.
        detail = getattr(error, "msg", type(error).__name__)
        raise BadFile(line=line, problem="not_json", detail=detail) from error
    if not isinstance(contents, dict) or not str(contents.get("format", "")).startswith("cattery"):
        raise BadFile(line=1, problem="not_a_match")
    if contents["format"] not in _ABSENT:
        raise _bad(text, "format", "format", found=contents["format"], known=FORMAT)
    absent = {*_ABSENT[contents["format"]], *(() if _is_signed(contents) else _OF_SIGNED)}
    for name, fits in _FIELDS.items():
        if name in absent:
            continue
        if name not in contents:
            raise _bad(text, name, "missing", field=name)
        if not (fits(contents[name]) and _writable(contents[name])):
            raise _bad(text, name, "wrong", field=name)
    return contents


def _empty_match(contents: dict[str, Any], text: str) -> Match:
    """The match before its first entry."""
    contents = {**contents, **_ABSENT[contents["format"]]}
    field = "game"
    try:
        which = game(contents[field])
        field = "seats"
        seats = which.check_seats(contents[field])
        field = "options"
        options = which.complete_options(contents[field], seats)
    except CatteryError as error:
        raise _bad(text, field, "refused", why=error) from error
    for name in ("players", "names", "contributions"):
        if len(contents[name]) != seats:
            raise _bad(text, name, "wrong", field=name)
    if contents["known_dice"] and any(contents["contributions"]):
        raise _bad(text, "contributions", "wrong", field="contributions")
    _check_versions(which, contents, text)
    seed = _checked_seed(contents, text)
    from cattery.match import Match

    try:
        return Match(
            which,
            seats,
            options,
            seed,
            players=contents["players"],
            names=contents["names"],
            contributions=contents["contributions"],
            position=contents["position"],
            commitment=contents["commitment"],
            known_dice=contents["known_dice"],
            key_version=contents["key_version"],
        )
    except BadPosition as error:
        raise _bad(text, "position", "refused", why=error) from error


def _check_versions(which: Game, contents: dict[str, Any], text: str) -> None:
    if contents["rules"] != which.rules_version:
        raise _bad(text, "rules", "rules", found=contents["rules"], known=which.rules_version)
    if contents["data"] != which.data_hash:
        raise _bad(text, "data", "data")


def _checked_seed(contents: dict[str, Any], text: str) -> bytes:
    if contents["seed"] is None:
        raise _bad(text, "seed", "no_seed")
    seed = bytes.fromhex(contents["seed"])
    if hashlib.sha256(seed).hexdigest() != contents["commitment"]:
        raise _bad(text, "commitment", "seed")
    return seed


def _replay(match: Match, number: int, line: Any, text: str) -> None:
    """Play one entry again; a refusal names its line."""
    if not isinstance(line, dict) or line.get("n") != number:
        raise _bad_entry(text, number, "number")
    try:
        entry = _act(match, line)
    except CatteryError as error:
        raise _bad_entry(text, number, "entry", n=number, why=error) from error
    if entry is None or _line(entry) != line:
        raise _bad_entry(text, number, "wrong_entry", n=number)


def _act(match: Match, line: dict[str, Any]) -> Entry | None:
    seat, move = line.get("seat"), line.get("move")
    if not isinstance(seat, int) or isinstance(seat, bool):
        return None
    if isinstance(move, str):
        return match.repeat(Entry(match.n, seat, "move", move))
    if "undo" in line:
        return match.repeat(Entry(match.n, seat, "undo"))
    if "take_back" in line:
        return match.repeat(Entry(match.n, seat, "take_back"))
    return match.repeat(Entry(match.n, seat, "resign")) if line.get("resign") is True else None


def _check_result(match: Match, contents: dict[str, Any], text: str) -> None:
    if contents["result"] != _result(match, contents["format"]):
        raise _bad(text, "result", "result")


def _check_digest(contents: dict[str, Any], text: str) -> None:
    if _digest(_vouched_for(contents)) != contents["digest"]:
        raise _bad(text, "digest", "digest")


def _vouched_for(contents: dict[str, Any]) -> dict[str, Any]:
    """What digest and signature are of."""
    left_out = {"digest", "signature"} if _is_signed(contents) else {"digest"}
    return {key: value for key, value in contents.items() if key not in left_out}


def _checked_signature(contents: dict[str, Any], text: str) -> Signature | None:
    if not _is_signed(contents):
        return None
    host, key = contents["played_on"]["host"], contents["played_on"]["key"]
    if not signatures.available():
        return Signature(host, key, checked=False)
    if not signatures.fits(key, contents["signature"], _canonical(_vouched_for(contents))):
        raise _bad(text, "signature", "signature")
    return Signature(host, key, checked=True)
