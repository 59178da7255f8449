"""The figures of an arena as a picture: rates or points with their intervals, who beats whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from xml.sax.saxutils import escape

from cattery.arena.figures import Report, Standing
from cattery.names import shortened
from cattery.text import game_words
from cattery.ticks import ticks

ROW = 34
LABEL = 170  # left column: names
BARS = 330  # width of the scale
GAP = 60
CELL = 74
TOP = 96
STYLE = """
  text { font: 14px system-ui, sans-serif; fill: #2c2a33 }
  .title { font-size: 19px; font-weight: 600 }
  .small { font-size: 11px; fill: #6b6675 }
  .mid { text-anchor: middle }
  .end { text-anchor: end }
  .axis { stroke: #d9d4de; stroke-width: 1 }
  .half { stroke: #a59fae; stroke-width: 1; stroke-dasharray: 4 3 }
  .span { stroke: #2f9e8f; stroke-width: 3; stroke-linecap: round }
  .dot { fill: #1f6f64 }
  .strong { fill: #fff }
"""


def svg(report: Report, lang: str = "en") -> str:
    """The picture, with its contents as a description."""
    words = game_words(report.game, lang)
    order = [each.player for each in report.standings]
    scale = BarScale.of(report)
    caption = words.text("arena.points_alone" if report.seats == 1 else "arena.ahead_of_all")
    width = LABEL + BARS + GAP + CELL * len(order) + 40
    height = TOP + ROW * len(order) + 60
    title = words.text("arena.plot", title=words.text("title"), games=report.games)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(_described(report, lang))}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect width="{width}" height="{height}" fill="#fffdf9"/>',
            f'<text class="title" x="20" y="34">{escape(title)}</text>',
            *_lines(scale, len(order), caption),
            *(_bar(report, number, scale) for number in range(len(order))),
            *_matrix(report, order),
            "</svg>",
        ]
    )


def _described(report: Report, lang: str) -> str:
    words = game_words(report.game, lang)
    lines = []
    for each in report.standings:
        key = "arena.plot_row_alone" if each.rate is None else "arena.plot_row"
        share, low, high = map(_show(each), spread(each))
        lines.append(words.text(key, player=each.player, share=share, low=low, high=high))
    return " ".join(lines)


def spread(standing: Standing) -> tuple[float, float, float]:
    """A player's rate or points, and the ends of the interval; of points from one game, none."""
    if standing.rate is not None:
        return standing.rate.share, standing.rate.low, standing.rate.high
    assert standing.points is not None
    mean, margin = standing.points.mean, standing.points.margin or 0.0
    return mean, mean - margin, mean + margin


def _show(standing: Standing) -> Callable[[float], str]:
    return percent if standing.rate is not None else "{:.1f}".format


def percent(share: float) -> str:
    """A share for people: `73.5`."""
    return f"{100 * share:.1f}"


@dataclass(frozen=True)
class BarScale:
    """The scale of the bars: shares from 0 to 1, or points."""

    ticks: tuple[float, ...]
    alone: bool

    @classmethod
    def of(cls, report: Report) -> BarScale:
        """All of 0 to 100 %, or round numbers of points that hold every interval."""
        if report.seats > 1:
            return cls((0.0, 0.25, 0.5, 0.75, 1.0), alone=False)
        ends = [end for each in report.standings for end in spread(each)] or [0.0]
        return cls(ticks(min(ends), max(ends)), alone=True)

    def x(self, value: float) -> float:
        """Where a value stands in the picture."""
        part = (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])
        return round(LABEL + BARS * part, 1)


def _lines(scale: BarScale, rows: int, caption: str) -> list[str]:
    bottom = TOP + ROW * rows
    parts = [f'<text class="small" x="{LABEL}" y="{TOP - 36}">{escape(caption)}</text>']
    for tick in scale.ticks:
        x = scale.x(tick)
        kind = "half" if tick == 0.5 else "axis"
        label = f"{tick:g}" if scale.alone else f"{100 * tick:g} %"
        parts.append(f'<line class="{kind}" x1="{x}" y1="{TOP - 8}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<text class="small mid" x="{x}" y="{TOP - 14}">{label}</text>')
    return parts


def _bar(report: Report, number: int, scale: BarScale) -> str:
    each = report.standings[number]
    y = TOP + ROW * number + ROW / 2
    name = escape(shortened(each.player, 22))
    rating = f"{each.rating.mu:.1f} ± {each.rating.sigma:.1f}" if each.rating else ""
    middle, low, high = spread(each)
    return (
        f'<text class="end" x="{LABEL - 14}" y="{y + 1}">{name}</text>'
        f'<text class="small end" x="{LABEL - 14}" y="{y + 14}">{rating}</text>'
        f'<line class="span" x1="{scale.x(low)}" y1="{y}" x2="{scale.x(high)}" y2="{y}"/>'
        f'<circle class="dot" cx="{scale.x(middle)}" cy="{y}" r="6"/>'
    )


def _matrix(report: Report, order: list[str]) -> list[str]:
    """A square of cells: how often the row's player came before the column's."""
    left = LABEL + BARS + GAP
    parts = []
    for column, other in enumerate(order):
        x = left + CELL * column + CELL / 2
        name = escape(shortened(other, 11))
        parts.append(f'<text class="small mid" x="{x}" y="{TOP - 14}">{name}</text>')
        for row, player in enumerate(order):
            pair = report.pair(player, other)
            if pair is not None:
                parts.append(_cell(x, TOP + ROW * row, pair.rate.share))
    return parts


def _cell(x: float, y: float, share: float) -> str:
    """Green where it wins, red where it loses, the stronger the surer; the number says it too."""
    lead = 2 * share - 1
    colour = "#2f9e8f" if lead >= 0 else "#e0556a"
    strong = ' class="mid strong"' if abs(lead) > 0.6 else ' class="mid"'
    return (
        f'<rect x="{x - CELL / 2 + 2}" y="{y + 2}" width="{CELL - 4}" height="{ROW - 4}" rx="6" '
        f'fill="{colour}" fill-opacity="{0.12 + 0.8 * abs(lead):.2f}"/>'
        f'<text{strong} x="{x}" y="{y + ROW / 2 + 5}">{percent(share)}</text>'
    )
