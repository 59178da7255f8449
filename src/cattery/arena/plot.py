"""The figures of an arena as a picture: rates with their intervals, and who beats whom."""

from __future__ import annotations

from xml.sax.saxutils import escape

from cattery.arena.figures import Report
from cattery.names import shortened
from cattery.text import game_words

ROW = 34
LABEL = 170  # left column: names
BARS = 330  # width of the scale from 0 to 100 %
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
            *_scale(len(order), words.text("arena.ahead_of_all")),
            *(_bar(report, number) for number in range(len(order))),
            *_matrix(report, order),
            "</svg>",
        ]
    )


def _described(report: Report, lang: str) -> str:
    words = game_words(report.game, lang)
    lines = (
        words.text(
            "arena.plot_row",
            player=each.player,
            share=percent(each.rate.share),
            low=percent(each.rate.low),
            high=percent(each.rate.high),
        )
        for each in report.standings
    )
    return " ".join(lines)


def percent(share: float) -> str:
    """A share for people: `73.5`."""
    return f"{100 * share:.1f}"


def _x(share: float) -> float:
    return round(LABEL + BARS * share, 1)


def _scale(rows: int, caption: str) -> list[str]:
    bottom = TOP + ROW * rows
    parts = [f'<text class="small" x="{LABEL}" y="{TOP - 36}">{escape(caption)}</text>']
    for tenths in (0, 25, 50, 75, 100):
        x = _x(tenths / 100)
        kind = "half" if tenths == 50 else "axis"
        parts.append(f'<line class="{kind}" x1="{x}" y1="{TOP - 8}" x2="{x}" y2="{bottom}"/>')
        parts.append(f'<text class="small mid" x="{x}" y="{TOP - 14}">{tenths} %</text>')
    return parts


def _bar(report: Report, number: int) -> str:
    each = report.standings[number]
    y = TOP + ROW * number + ROW / 2
    name = escape(shortened(each.player, 22))
    rating = f"{each.rating.mu:.1f} ± {each.rating.sigma:.1f}" if each.rating else ""
    return (
        f'<text class="end" x="{LABEL - 14}" y="{y + 1}">{name}</text>'
        f'<text class="small end" x="{LABEL - 14}" y="{y + 14}">{rating}</text>'
        f'<line class="span" x1="{_x(each.rate.low)}" y1="{y}" '
        f'x2="{_x(each.rate.high)}" y2="{y}"/>'
        f'<circle class="dot" cx="{_x(each.rate.share)}" cy="{y}" r="6"/>'
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
