"""What was told of a match, kept so that it can be seen after its rules have changed.

Only the rules that a match was played by can say what its log means. So while they are in force,
all that its viewers saw is put into a record (`thinking/recorder.py`); when they aren't any more,
the record is shown, and nothing more can be played.
"""

from __future__ import annotations

import base64
import lzma
from dataclasses import dataclass, field
from typing import Any

import orjson

Dict = dict[str, Any]
QUICK = 2  # of lzma's presets


@dataclass
class Past:
    """A match whose rules aren't in force any more, as it was told.

    What is large is packed, by viewer: a seat's number, or "" for the onlooker.
    """

    n: int  # entries of its log
    over: bool
    result: Dict | None = None
    dice: str | None = None
    saved: str | None = None  # the file of a match that is over
    sides: dict[str, str] = field(default_factory=dict)  # the last view, and the story
    replays: dict[str, str] = field(default_factory=dict)  # views after each entry

    def to_json(self) -> bytes:
        """As the database holds it."""
        return orjson.dumps(self)

    @classmethod
    def from_json(cls, record: bytes) -> Past:
        """The inverse of `to_json`."""
        return cls(**orjson.loads(record))

    @property
    def known(self) -> bool:
        """Whether anything was kept of it besides its log."""
        return bool(self.sides)

    def keep(self, seat: int | None, view: Any, seen: Dict, replay: Dict) -> None:
        """Take what somebody has seen, step by step, and the replay, which shows all once it is
        over; words in each language, as `joined` has them."""
        story = [one["told"] for one in seen["frames"] if one["told"] is not None]
        self.sides[_key(seat)] = _packed({"view": view, "story": story})
        self.replays[_key(seat)] = _packed(replay)

    def side(self, seat: int | None, lang: str) -> Dict:
        """The match from one side, as `views.side` has one of a match that goes on."""
        kept = _unpacked(self.sides[_key(seat)])
        return {
            "seat": seat,
            "view": kept["view"],
            "legal": (),
            "can": {"undo": False, "take_back": False, "resign": False},
            "story": [_told(one, lang) for one in kept["story"]],
        }

    def replay(self, seat: int | None, lang: str) -> Dict:
        """Step by step, as `api/replay.py` has it."""
        kept = _unpacked(self.replays.get(_key(seat)) or self.replays[""])
        frames = [
            one if one["told"] is None else {**one, "told": _told(one["told"], lang)}
            for one in kept["frames"]
        ]
        return {**kept, "names": kept["names"][lang], "frames": frames}


def joined(replays: dict[str, Dict]) -> Dict:
    """One replay of what was made in each language: they differ in words alone."""
    first, *_ = replays.values()
    frames = []
    for at, frame in enumerate(first["frames"]):
        told = frame["told"]
        if told is not None:
            lines = {lang: one["frames"][at]["told"]["lines"] for lang, one in replays.items()}
            told = {**told, "lines": lines}
        frames.append({**frame, "told": told})
    return {
        **first,
        "names": {lang: one["names"] for lang, one in replays.items()},
        "frames": frames,
    }


def _key(seat: int | None) -> str:
    return "" if seat is None else str(seat)


def _told(told: Dict, lang: str) -> Dict:
    return {**told, "lines": told["lines"][lang]}


def _packed(what: Dict) -> str:
    return base64.b64encode(lzma.compress(orjson.dumps(what), preset=QUICK)).decode()


def _unpacked(text: str) -> Dict:
    found: Dict = orjson.loads(lzma.decompress(base64.b64decode(text)))
    return found
