"""The moves behind action ids, for games that have too many of them to make them all."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any, overload


class MoveList(Sequence[Any]):
    """A sequence of moves in blocks of consecutive ids: how many, and what makes the k-th of them.

    >>> moves = MoveList((2, lambda k: f"draw {k}"), (1000, lambda k: f"put {k}"))
    >>> len(moves), moves[1], moves[2], moves[-1]
    (1002, 'draw 1', 'put 0', 'put 999')
    """

    def __init__(self, *blocks: tuple[int, Callable[[int], Any]]) -> None:
        self._makers = [maker for _, maker in blocks]
        self._begins = [0, *accumulate(count for count, _ in blocks)]

    def __len__(self) -> int:
        return self._begins[-1]

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...

    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self[k] for k in range(*at.indices(len(self)))]
        number = at + len(self) if at < 0 else at
        if not 0 <= number < len(self):
            raise IndexError(f"there is no action {at}")
        block = bisect_right(self._begins, number) - 1
        return self._makers[block](number - self._begins[block])
