"""The built page: files with hashed names are kept by browsers for ever, the rest is asked anew."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Literal

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from cattery.text import shared_words

FOLDER = Path(__file__).parent / "page"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
LONGEST_PATH = 200  # characters; the page's own are shorter
_PACKED: tuple[tuple[Literal["br", "gzip"], str], ...] = (("br", ".br"), ("gzip", ".gz"))

mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("image/svg+xml", ".svg")


async def serve_page(request: Request) -> Response:
    """A file of the page; the page itself for the root."""
    path = request.path_params.get("path", "") or "index.html"
    file = find(path)
    if file is None:
        if path == "index.html":
            return not_built(request)
        return Response(status_code=404, headers={"cache-control": "no-store"})
    return send(file, request)


def find(path: str, folder: Path = FOLDER) -> Path | None:
    """The file of that name below the page's folder, if it is one."""
    if "\0" in path or len(path) > LONGEST_PATH:
        return None
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder.resolve()) and file.is_file() else None
    except OSError:  # a name that the file system can't have
        return None


def send(file: Path, request: Request) -> Response:
    """The file, packed if the browser takes it so and there is a packed copy."""
    hashed = file.parent.name == "assets"
    headers = {"cache-control": FOR_EVER if hashed else ASK_AGAIN, "vary": "accept-encoding"}
    media = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    accepted = request.headers.get("accept-encoding", "")
    for encoding, suffix in _PACKED:
        packed = file.with_name(file.name + suffix)
        if encoding in accepted and packed.is_file():
            headers["content-encoding"] = encoding
            return FileResponse(packed, media_type=media, headers=headers)
    return FileResponse(file, media_type=media, headers=headers)


def not_built(request: Request) -> Response:
    """What a browser sees when the page hasn't been built."""
    lang = "hu" if request.headers.get("accept-language", "").startswith("hu") else "en"
    text = shared_words(lang).text("server.no_page")
    body = f'<!doctype html><html lang="{lang}"><title>Cattery</title><p>{text}</p></html>'
    return HTMLResponse(body, status_code=503, headers={"cache-control": "no-store"})
