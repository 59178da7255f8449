"""`python scripts/draw_readme.py`: draw the pictures of the README from real positions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cattery

IMAGES = Path(__file__).parent.parent / "docs" / "images"


@dataclass(frozen=True)
class Picture:
    """A position, and through whose eyes it is drawn."""

    game: str
    seats: int
    position: str
    seat: int

    def draw(self) -> str:
        """The picture as SVG."""
        match = cattery.Match.new(self.game, seats=self.seats, position=self.position, seed=0)
        return match.game.svg(match.view(self.seat)) + "\n"


PICTURES = (
    Picture(
        game="filou",
        seats=4,
        position="4:15,11,-8,15>3=15/3:5,r,15,-5>2=17/2:d,D,11,d 23,4,2,23 0,1,2,10 -8,D,d,-5 +",
        seat=0,
    ),
    Picture(
        game="huupp",
        seats=2,
        position="2k3/1K3c/3c2/1kK1C1/2k3/1K2K1 1 2k1c 2k1c N4+1 W5+0 23",
        seat=0,
    ),
)


def pictures() -> dict[Path, str]:
    """Each picture under the name of its file."""
    return {IMAGES / f"{picture.game}.svg": picture.draw() for picture in PICTURES}


def main() -> None:
    """Write all pictures."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for path, drawn in pictures().items():
        path.write_text(drawn, encoding="utf-8")
        print(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


if __name__ == "__main__":
    main()
