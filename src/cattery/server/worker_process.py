"""A process beside the server that does one job after the other.

It reads jobs from its standard input and answers on its standard output, as each kind of worker
says; it ends when its input does.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys


class WorkerProcess:
    """A running worker, seen from the server."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._jobs = process.stdin
        self._answers = process.stdout
        self.jobs = 0  # that it was given

    @classmethod
    async def start(cls, module: str, longest_line: int) -> WorkerProcess:
        """Start `python -m module`; its lines have so many bytes at most."""
        pipe = asyncio.subprocess.PIPE
        return cls(
            await asyncio.create_subprocess_exec(
                sys.executable, "-m", module, stdin=pipe, stdout=pipe, limit=longest_line
            )
        )

    async def give(self, job: bytes) -> None:
        """Hand a job over."""
        self.jobs += 1
        self._jobs.write(job)
        await self._jobs.drain()

    async def line(self) -> bytes:
        """The next line of its answer; `EOFError` if it has ended."""
        line = await self._answers.readline()
        if not line:
            raise EOFError("the process has ended")
        return line

    async def exactly(self, count: int) -> bytes:
        """The next bytes of its answer; `EOFError` if it ends before."""
        return await self._answers.readexactly(count)

    def kill(self) -> None:
        """End it at once."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """End it, and wait until it is gone."""
        self.kill()
        self._jobs.close()
        await self._process.wait()
