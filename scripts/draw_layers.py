"""`python scripts/draw_layers.py`: draw which part of the package imports which, into docs/images.

The rows are found from the imports: a part stands above all that it imports. Arrows that follow
from others are left out. What would make a circle must be named in `BACK`, with its reason.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "cattery"
PICTURE = ROOT / "docs" / "images" / "layers.svg"

# Small files of one layer are one box.
GROUPS = {
    "words and data": "art cats data errors fields files glance movelist names options plain"
    " seen signatures tagged text ticks",
    "kernel": "kernel loops",
    "game": "game batch",
    "match": "match saved seat lessons puzzles diagrams",
    "terminal": "terminal warm",
}
# Imports against the arrows, done only when they are asked for.
BACK = {("match", "analysis"): "`Match.analyse()` saves its caller an import"}
OUTSIDE = {"web": ("server",)}  # it speaks to the server over the wire

WIDTH, HEIGHT, GAP, ROW, EDGE = 150, 44, 26, 96, 30
STYLE = """
  rect { fill: #fffaf0; stroke: #5b4636; stroke-width: 1.5; }
  text { font: 15px system-ui, sans-serif; fill: #2b2118; text-anchor: middle; }
  path { fill: none; stroke: #8a6d56; stroke-width: 1.5; marker-end: url(#tip); }
  svg { background: #fff; }
"""


def part_of(module: str) -> str:
    """The box of a module of the package.

    >>> part_of("cattery.server.app"), part_of("cattery.errors")
    ('server', 'words and data')
    """
    name = module.split(".")[1]
    return next((group for group, files in GROUPS.items() if name in files.split()), name)


def imported(file: Path) -> set[str]:
    """The modules of the package that a file imports, but for the sake of types alone."""
    found: set[str] = set()
    nodes: list[ast.AST] = [ast.parse(file.read_text(encoding="utf-8"))]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and node.module == "cattery":
            found |= {f"cattery.{name.name}" for name in node.names}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cattery."):
            found.add(str(node.module))
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.startswith("cattery.")}
        nodes += ast.iter_child_nodes(node)
    return {name for name in found if _exists(name)}


def _exists(module: str) -> bool:
    path = PACKAGE / module.split(".")[1]
    return path.is_dir() or path.with_suffix(".py").is_file()


def arrows() -> dict[str, set[str]]:
    """Per part those that it imports, circles of `BACK` left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted(PACKAGE.rglob("*.py")):
        names = file.relative_to(PACKAGE).with_suffix("").parts
        if names[0] in ("__init__", "__main__") or names[:2] == ("server", "page"):
            continue
        own = part_of(".".join(("cattery", *names)))
        found[own] |= {part_of(module) for module in imported(file)} - {own}
    for own, other in BACK:
        found[own].discard(other)
    return {**found, **{name: set(others) for name, others in OUTSIDE.items()}}


def rows(graph: dict[str, set[str]]) -> dict[str, int]:
    """Per part its row from below; ValueError for a circle."""
    found: dict[str, int] = {}

    def row(part: str, above: tuple[str, ...] = ()) -> int:
        if part in above:
            raise ValueError("imports in a circle: " + " → ".join((*above, part)))
        if part not in found:
            below = [row(other, (*above, part)) for other in graph.get(part, ())]
            found[part] = 1 + max(below, default=-1)
        return found[part]

    for part in graph:
        row(part)
    return found


def needed(graph: dict[str, set[str]]) -> list[tuple[str, str]]:
    """The arrows that don't follow from others."""

    def reach(part: str) -> set[str]:
        return {below for other in graph.get(part, ()) for below in ({other} | reach(other))}

    return sorted(
        (part, other)
        for part, others in graph.items()
        for other in others
        if not any(other in reach(between) for between in others - {other})
    )


def picture() -> str:
    """The layers as SVG."""
    graph = arrows()
    at = rows(graph)
    lines = [sorted(part for part in at if at[part] == row) for row in range(max(at.values()) + 1)]
    width = 2 * EDGE + max(len(line) * (WIDTH + GAP) - GAP for line in lines)
    height = 2 * EDGE + len(lines) * ROW - (ROW - HEIGHT)
    place: dict[str, tuple[float, float]] = {}
    for row, line in enumerate(lines):
        left = (width - (len(line) * (WIDTH + GAP) - GAP)) / 2
        for k, part in enumerate(line):
            place[part] = left + k * (WIDTH + GAP), height - EDGE - HEIGHT - row * ROW
    boxes = [_box(part, *place[part]) for part in sorted(place)]
    paths = [_path(place[part], place[other]) for part, other in needed(graph)]
    told = "; ".join(
        f"{part} imports {', '.join(sorted(graph[part]))}" for part in sorted(graph) if graph[part]
    )
    tip = (
        '<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"'
        ' orient="auto"><path d="M0 0 8 4 0 8z" style="fill:#8a6d56;stroke:none"/></marker>'
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
            f' role="img" aria-label="The parts of Cattery: {told}">',
            f"<style>{STYLE}</style>",
            f"<defs>{tip}</defs>",
            *paths,
            *boxes,
            "</svg>\n",
        ]
    )


def _box(part: str, x: float, y: float) -> str:
    label = "games/&lt;name&gt;" if part == "games" else part
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="10"/>'
        f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT / 2 + 5:g}">{label}</text>'
    )


def _path(above: tuple[float, float], below: tuple[float, float]) -> str:
    x, y = above[0] + WIDTH / 2, above[1] + HEIGHT
    to_x, to_y = below[0] + WIDTH / 2, below[1]
    bend = (to_y - y) / 2
    return f'<path d="M{x:g} {y:g}C{x:g} {y + bend:g} {to_x:g} {to_y - bend:g} {to_x:g} {to_y:g}"/>'


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
