"""How much anybody may ask for: by browser, and by address for all its browsers together.

A school or an office is one address with many browsers, so an address gets as much as a crowd of
them. Browsers that ask for little don't pay from the same purse as those that ask for much: nobody
is kept waiting because a neighbour is greedy. All those of an address that bring no token of ours,
and so may be anybody, get no more than a few browsers do.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import NamedTuple
from weakref import WeakValueDictionary

from cattery.server import refusals as no
from cattery.server.settings import RateLimit, RequestLimits

_KEPT = 20_000  # buckets
DEPOSIT = 0.001  # seconds of work that whoever asks pays beforehand
LONGEST_WAIT = 5.0  # seconds that work which is owed for may be put off; for more it is refused
MOST_WAITING = 8  # requests and sockets of a browser that wait for what it owes
STRANGERS = 3  # so many browsers' worth for all of an address that bring no token
# What a browser has of its rate, and at once, before it counts among the greedy of its address.
MODEST_RATE, MODEST_BURST = 0.2, 0.2


class Asker(NamedTuple):
    """Where a request comes from."""

    address: str
    browser: str | None = None  # None: no token, or none that this server has made


class Bucket:
    """A token bucket.

    >>> bucket = Bucket(RateLimit(per_second=1, burst=2))
    >>> [bucket.take(now=5.0) for _ in range(3)], bucket.take(now=6.0)
    ([True, True, False], True)
    >>> bucket.spend(4, now=6.0), bucket.debt(now=6.0), bucket.debt(now=8.0), bucket.debt(now=99.0)
    (0.0, 4.0, 2.0, 0.0)
    """

    __slots__ = ("__weakref__", "_at", "_burst", "_per_second", "_tokens", "waiting")

    def __init__(self, rate: RateLimit) -> None:
        self.waiting = 0  # how many wait until nothing is owed here
        self._per_second = rate.per_second
        self._burst = rate.burst
        self._tokens = rate.burst
        self._at = 0.0

    def left(self, now: float | None = None) -> float:
        """Tokens that are there; below 0 what is owed."""
        moment = time.monotonic() if now is None else now
        refilled = self._tokens + (moment - self._at) * self._per_second
        self._tokens = refilled = self._burst if refilled > self._burst else refilled
        self._at = moment
        return refilled

    def take(self, now: float | None = None) -> bool:
        """Take a token, if there is one."""
        if self.left(now) < 1:
            return False
        self._tokens -= 1
        return True

    def spend(self, cost: float, now: float | None = None) -> float:
        """Take tokens for what has been done, whether they are there or not; how many there
        were."""
        left = self.left(now)
        self._tokens = left - cost
        return left

    def debt(self, now: float | None = None) -> float:
        """Seconds until nothing is owed any more."""
        left = self.left(now)
        return 0.0 if left >= 0 else -left / self._per_second


class Account:
    """The buckets from which one asker pays: its own, and one that its address has for all. Of
    these there are two: one for the modest, who have had little lately, and one for everybody."""

    def __init__(
        self, own: Bucket, crowd: Bucket, little: Bucket | None = None, modest: Bucket | None = None
    ) -> None:
        self._own = own
        self._crowd = crowd
        self._little = little  # while something is in it, the asker is modest
        self._modest = modest

    def take(self) -> bool:
        """Take a token of its own and one of its address, if there are such."""
        if not self._own.take():
            return False
        if self._little is not None and self._modest is not None and self._little.take():
            return self._modest.take() or self._crowd.take()
        return self._crowd.take()

    def owed(self, deposit: float = 0.0) -> float:
        """Seconds for which more is to be put off, because of what was done before. A deposit
        makes those who wait a queue: who comes later waits for it, too. It is to be taken off the
        cost."""
        now = time.monotonic()
        own, others = self._own.debt(now), self._crowd.debt(now)
        if others and self._little is not None and self._modest is not None:
            little = self._little.debt(now)
            others = min(others, max(little, self._modest.debt(now)))
            if not little and others > LONGEST_WAIT:  # the neighbours' debt: it is never refused
                others = LONGEST_WAIT
        if deposit:
            self._spend(deposit, now)
        return own if own > others else others

    async def put_off(self, owed: float, deposit: float = 0.0) -> None:
        """Wait for what is owed; or refuse, and give the deposit back, where that is much, or too
        many wait."""
        if owed > LONGEST_WAIT or self._own.waiting >= MOST_WAITING:
            self.spend(-deposit)
            raise no.TooFast
        self._own.waiting += 1
        try:
            await asyncio.sleep(owed)
        finally:
            self._own.waiting -= 1

    def spend(self, cost: float) -> None:
        """Write down what was done."""
        self._spend(cost, time.monotonic())

    def _spend(self, cost: float, now: float) -> None:
        self._own.spend(cost, now)
        modestly = 0.0
        if self._little is not None and self._modest is not None:
            left = self._little.spend(cost, now)
            if left > 0 and self._modest.left(now) > 0:
                modestly = cost if cost < left else left
                self._modest.spend(modestly, now)
        if cost != modestly:
            self._crowd.spend(cost - modestly, now)


class Buckets:
    """A bucket per browser, and two per address for all of it. The longest unused are forgotten,
    but for those that a connection still pays from."""

    def __init__(self, rate: RateLimit, crowd: int) -> None:
        self._rate = rate
        self._little = _times(rate, MODEST_RATE, MODEST_BURST)
        self._strangers = _times(rate, STRANGERS, STRANGERS)
        self._crowd = _times(rate, crowd, crowd)
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
        address, browser = asker
        crowd = self._bucket(address, self._crowd)
        if browser is None:
            return Account(self._bucket(f"strangers at {address}", self._strangers), crowd)
        return Account(
            self._bucket(f"browser {browser}", self._rate),
            crowd,
            self._bucket(f"little of {browser}", self._little),
            self._bucket(f"modest at {address}", self._crowd),
        )

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
        account = self.account(asker)
        if (owed := account.owed(deposit)) > 0:
            await account.put_off(owed, deposit)

    def spend(self, asker: Asker, cost: float) -> None:
        """Write down what was done for the asker."""
        self.account(asker).spend(cost)


def _times(rate: RateLimit, per_second: float, burst: float) -> RateLimit:
    return RateLimit(rate.per_second * per_second, rate.burst * burst)


class Rates:
    """The buckets of one process."""

    def __init__(self, limits: RequestLimits) -> None:
        self.requests = Buckets(limits.requests, limits.crowd)
        self.newcomers = Buckets(limits.newcomers, 1)  # by address
        self.new_tables = Buckets(limits.new_tables, limits.crowd)
        self.pictures = Buckets(limits.pictures, limits.crowd)
        self.heavy = Buckets(limits.heavy, limits.crowd)
        self.chat = Buckets(limits.chat, limits.crowd)
        self.hints = Buckets(limits.hints, limits.crowd)
        self.analyses = Buckets(limits.analyses, limits.crowd)
        self.work = Buckets(limits.work, limits.crowd)
