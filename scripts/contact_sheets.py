"""Contact sheets: many small pictures with their captions on one, to look at quickly."""

from __future__ import annotations

import html
from pathlib import Path

from playwright.sync_api import Browser

# [name of the sheets, size of the page] the captioned pictures on them, in order
Groups = dict[tuple[str, str], list[tuple[str, Path]]]

# By the size of the page: how wide a picture is on a sheet, and how many of them are on one.
THUMBS = {
    "phone": (216, 14),
    "sideways": (384, 16),
    "tablet": (254, 12),
    "laptop": (384, 16),
    "desktop": (384, 16),
}
SHEET = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 8px; width: 1564px; background: #888; font: 11px sans-serif }}
figure {{ display: inline-block; margin: 0 2px 4px; width: {width}px; vertical-align: top }}
img {{ display: block; width: 100% }} figcaption {{ overflow: hidden; white-space: nowrap }}
</style><body>{figures}"""
FIGURE = '<figure><img src="{address}"><figcaption>{words}</figcaption></figure>'


def sheets(browser: Browser, folder: Path, groups: Groups) -> None:
    """Put every group of pictures onto as many sheets as it needs: `<name>-1.png`, …"""
    folder.mkdir(parents=True, exist_ok=True)
    page = browser.new_page(viewport={"width": 1580, "height": 600})
    draft = folder / "draft.html"
    for (name, size), pictures in groups.items():
        width, most = THUMBS[size]
        for k in range(0, len(pictures), most):
            figures = "".join(
                FIGURE.format(address=path.absolute().as_uri(), words=html.escape(words))
                for words, path in pictures[k : k + most]
            )
            draft.write_text(SHEET.format(width=width, figures=figures), encoding="utf-8")
            page.goto(draft.absolute().as_uri())
            page.screenshot(path=folder / f"{name}-{k // most + 1}.png", full_page=True)
    draft.unlink(missing_ok=True)
    page.close()
