"""How much anybody may ask for: by browser, and by address for all its browsers together.

A school or an office is one address with many browsers, so an address gets as much as a crowd of
them. Whoever brings no token of ours, and so may be anybody, counts by its address alone.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import NamedTuple
from weakref import WeakValueDictionary

from cattery.server import refusals as no
from cattery.server.settings import RateLimit, RequestLimits

_KEPT = 10_000  # buckets
DEPOSIT = 0.001  # seconds of work that whoever asks pays beforehand
LONGEST_WAIT = 5.0  # seconds that work which is owed for may be put off


class Asker(NamedTuple):
    """Where a request comes from."""

    address: str
    browser: str | None = None  # None: no token, or none that this server has made


class Bucket:
    """A token bucket.

    >>> bucket = Bucket(RateLimit(per_second=1, burst=2))
    >>> [bucket.take(now=5.0) for _ in range(3)], bucket.take(now=6.0)
    ([True, True, False], True)
    >>> bucket.spend(4, now=6.0); bucket.debt(now=6.0), bucket.debt(now=8.0), bucket.debt(now=99.0)
    (4.0, 2.0, 0.0)
    """

    __slots__ = ("__weakref__", "_at", "_burst", "_per_second", "_tokens")

    def __init__(self, rate: RateLimit) -> None:
        self._per_second = rate.per_second
        self._burst = rate.burst
        self._tokens = rate.burst
        self._at = 0.0

    def _refill(self, now: float | None) -> None:
        moment = time.monotonic() if now is None else now
        refilled = self._tokens + (moment - self._at) * self._per_second
        self._tokens = self._burst if refilled > self._burst else refilled
        self._at = moment

    def take(self, now: float | None = None) -> bool:
        """Take a token, if there is one."""
        self._refill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def spend(self, cost: float, now: float | None = None) -> None:
        """Take tokens for what has been done, whether they are there or not."""
        self._refill(now)
        self._tokens -= cost

    def debt(self, now: float | None = None) -> float:
        """Seconds until nothing is owed any more."""
        self._refill(now)
        return 0.0 if self._tokens >= 0 else -self._tokens / self._per_second


class Account:
    """The buckets from which one asker pays: its browser's, if it has one, and its address's."""

    def __init__(self, *buckets: Bucket) -> None:
        self._buckets = buckets

    def take(self) -> bool:
        """Take a token of each, if all have one."""
        return all(bucket.take() for bucket in self._buckets)

    def owed(self, deposit: float = 0.0) -> float:
        """Seconds for which more is to be put off, because of what was done before. A deposit
        makes those who wait a queue: who comes later waits for it, too. It is to be taken off the
        cost."""
        now, longest = time.monotonic(), 0.0
        for bucket in self._buckets:
            debt = bucket.debt(now)
            bucket.spend(deposit, now)
            if debt > longest:
                longest = debt
        return longest if longest < LONGEST_WAIT else LONGEST_WAIT

    def spend(self, cost: float) -> None:
        """Write down what was done."""
        now = time.monotonic()
        for bucket in self._buckets:
            bucket.spend(cost, now)


class Buckets:
    """A bucket per browser, and one per address for all of it. The longest unused are forgotten,
    but for those that a connection still pays from."""

    def __init__(self, rate: RateLimit, crowd: int) -> None:
        self._rate = rate
        self._crowd = RateLimit(rate.per_second * crowd, rate.burst * crowd)
        self._recent: OrderedDict[str, Bucket] = OrderedDict()
        self._held: WeakValueDictionary[str, Bucket] = WeakValueDictionary()

    def _bucket(self, key: str, rate: RateLimit) -> Bucket:
        bucket = self._recent.get(key)
        if bucket is not None:
            self._recent.move_to_end(key)
            return bucket
        bucket = self._held.get(key) or Bucket(rate)
        self._recent[key] = self._held[key] = bucket
        if len(self._recent) > _KEPT:
            self._recent.popitem(last=False)
        return bucket

    def account(self, asker: Asker) -> Account:
        """What an asker pays from; whoever asks often keeps it."""
        crowd = self._bucket(asker.address, self._crowd)
        if asker.browser is None:
            return Account(crowd)
        return Account(self._bucket(f"browser {asker.browser}", self._rate), crowd)

    def check(self, asker: Asker) -> None:
        """Take a token for the browser and one for its address, or refuse."""
        if not self.account(asker).take():
            raise no.TooFast

    def check_one(self, key: str) -> None:
        """Take a token from a bucket that no crowd shares, or refuse."""
        if not self._bucket(key, self._rate).take():
            raise no.TooFast

    async def wait(self, asker: Asker, deposit: float = 0.0) -> None:
        """Put work off as long as the asker owes for what was done before, and a deposit."""
        if (owed := self.account(asker).owed(deposit)) > 0:
            await asyncio.sleep(owed)

    def spend(self, asker: Asker, cost: float) -> None:
        """Write down what was done for the asker."""
        self.account(asker).spend(cost)


class Rates:
    """The buckets of one process."""

    def __init__(self, limits: RequestLimits) -> None:
        self.requests = Buckets(limits.requests, limits.crowd)
        self.new_tables = Buckets(limits.new_tables, limits.crowd)
        self.pictures = Buckets(limits.pictures, limits.crowd)
        self.heavy = Buckets(limits.heavy, limits.crowd)
        self.chat = Buckets(limits.chat, limits.crowd)
        self.hints = Buckets(limits.hints, limits.crowd)
        self.analyses = Buckets(limits.analyses, limits.crowd)
        self.work = Buckets(limits.work, limits.crowd)
