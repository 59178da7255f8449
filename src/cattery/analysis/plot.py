"""The evaluation graph of a match as a picture: how the chances went from move to move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from cattery.analysis.analyse import Analysis, Curve, Judgement
from cattery.text import game_words, shared_words
from cattery.ticks import ticks

WIDTH, HEIGHT = 860, 360
LEFT, TOP, RIGHT, BOTTOM = 56, 70, 24, 46
# As the seats are coloured everywhere, darkened for thin lines on light paper.
COLOURS = ("#1f7f72", "#c43d53", "#946900", "#6d52bd", "#2c6bb8", "#4a7d1f")
STYLE = """
  text { font: 13px system-ui, sans-serif; fill: #2c2a33 }
  .title { font-size: 18px; font-weight: 600 }
  .small { font-size: 11px; fill: #6b6675 }
  .end { text-anchor: end }
  .mid { text-anchor: middle }
  .axis { stroke: #e4dfe8; stroke-width: 1 }
  .half { stroke: #a59fae; stroke-width: 1; stroke-dasharray: 4 3 }
  .curve { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .slip { fill: #e9c46a } .mistake { fill: #ef8a4b } .blunder { fill: #d62839 }
  .mark { stroke: #fffdf9; stroke-width: 1.5 }
"""


def svg(analysis: Analysis, names: Sequence[str], lang: str = "en") -> str:
    """The graph, with what it shows as a description."""
    words = game_words(analysis.game, lang)
    title = words.text("analysis.plot", title=words.text("title"))
    about = _about(analysis, names, lang)
    last = max([n for each in analysis.series for n, _ in each.points], default=1) or 1
    scale = Scale.of(analysis)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(about)} {escape(_summaries(analysis, names, lang))}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf9"/>',
            f'<text class="title" x="20" y="30">{escape(title)}</text>',
            f'<text class="small" x="20" y="49">{escape(about)}</text>',
            *_grid(last, scale),
            *(_curve(series, last, scale) for series in analysis.series),
            *_marks(analysis, names, lang, last, scale),
            *(_legend(analysis, names)),
            "</svg>",
        ]
    )


def _about(analysis: Analysis, names: Sequence[str], lang: str) -> str:
    words = shared_words(lang)
    if analysis.seats == 1:
        return words.text("analysis.plot_alone")
    if analysis.seats == 2:
        return words.text("analysis.plot_two", seat=names[0])
    return words.text("analysis.plot_many")


def _summaries(analysis: Analysis, names: Sequence[str], lang: str) -> str:
    return " ".join(summary(analysis, seat, names, lang) + "." for seat in range(analysis.seats))


def summary(analysis: Analysis, seat: int, names: Sequence[str], lang: str) -> str:
    """How a seat has played, in words."""
    found = analysis.summaries[seat]
    alone = found.mean_points is not None
    return shared_words(lang).text(
        "analysis.summary_alone" if alone else "analysis.summary",
        seat=names[seat],
        moves=found.moves,
        best=found.best,
        slips=found.slips,
        mistakes=found.mistakes,
        blunders=found.blunders,
        cost=f"{found.mean_points if alone else found.mean_cost:.1f}",
    )


@dataclass(frozen=True)
class Scale:
    """The heights of the graph: per cent, or points in a game for one."""

    ticks: tuple[float, ...]  # from the bottom to the top
    unit: str = ""

    @classmethod
    def of(cls, analysis: Analysis) -> Scale:
        """From 0 to 100 per cent, or round numbers of points that hold all there are."""
        if analysis.seats > 1:
            return cls((0, 25, 50, 75, 100), "%")
        seen = [points for each in analysis.series for _, points in each.points] or [0.0]
        return cls(ticks(min(seen), max(seen)))

    def y(self, value: float) -> float:
        """The height of a value in the picture."""
        part = (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part, 1)


def _x(n: float, last: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * n / last, 1)


def _grid(last: int, scale: Scale) -> list[str]:
    parts = []
    for tick in scale.ticks:
        y = scale.y(tick)
        kind = "half" if scale.unit and tick == 50 else "axis"
        parts.append(
            f'<line class="{kind}" x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}"/>'
            f'<text class="small end" x="{LEFT - 8}" y="{y + 4}">{tick:g}{scale.unit}</text>'
        )
    every = max(1, round(last / 80) * 10) if last > 12 else 1
    for n in range(0, last + 1, every):
        parts.append(f'<text class="small mid" x="{_x(n, last)}" y="{HEIGHT - 24}">{n}</text>')
    return parts


def _curve(series: Curve, last: int, scale: Scale) -> str:
    points = " ".join(f"{_x(n, last)},{scale.y(value)}" for n, value in series.points)
    colour = COLOURS[series.seat % len(COLOURS)]
    return f'<polyline class="curve" stroke="{colour}" points="{points}"/>'


def _marks(
    analysis: Analysis, names: Sequence[str], lang: str, last: int, scale: Scale
) -> list[str]:
    """A dot where something was lost, with the move as its title."""
    words = shared_words(lang)
    parts = []
    for each in analysis.judgements:
        if each.grade in ("slip", "mistake", "blunder"):
            y = scale.y(_shown(each, analysis.seats))
            grade = words.text(f"analysis.grade.{each.grade}")
            parts.append(
                f'<circle class="mark {each.grade}" cx="{_x(each.n + 1, last)}" cy="{y}" r="5">'
                f"<title>{each.n + 1}. {escape(names[each.seat])}: {escape(each.move)} – "
                f"{escape(grade)}</title></circle>"
            )
    return parts


def _shown(judgement: Judgement, seats: int) -> float:
    """Where a move stands on the graph."""
    if judgement.points_after is not None:
        return judgement.points_after
    first = seats != 2 or judgement.seat == 0
    return judgement.chance_after if first else 100 - judgement.chance_after


def _legend(analysis: Analysis, names: Sequence[str]) -> list[str]:
    if analysis.seats <= 2:
        return []
    return [
        f'<text x="{LEFT + 130 * seat}" y="{HEIGHT - 6}" style="fill: '
        f'{COLOURS[seat % len(COLOURS)]}">● {escape(names[seat])}</text>'
        for seat in range(analysis.seats)
    ]
