"""What the fixtures `run` and `program` of the terminal's tests are."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

from typer.testing import Result

Run = Callable[..., Result]
Program = Callable[..., "subprocess.CompletedProcess[str]"]
