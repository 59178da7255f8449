"""Frames of a WebSocket as bytes (RFC 6455, 5.2): short texts read, texts written, and where frames
end in a stream that comes in any pieces."""

from __future__ import annotations

SHORT_BYTES = (
    2048  # of a message: moves have a hundred; long ones and their limits are the library's
)
LONGEST_HEAD = 14  # bytes before the payload


def text_in(data: bytes) -> str | None:
    """The text, if these bytes are a browser's whole short message: one frame, masked, without
    extensions.

    >>> text_in(bytes.fromhex("81 84 01 02 03 04  6c 6b 62 71"))
    'miau'
    """
    if len(data) < 6 or data[0] != 0x81:
        return None
    size, start = data[1] - 0x80, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif size == 127:
        return None
    if not 0 <= size <= SHORT_BYTES or len(data) != start + 4 + size:
        return None
    mask = data[start : start + 4] * (size // 4 + 1)
    masked = int.from_bytes(data[start + 4 :], "big") ^ int.from_bytes(mask[:size], "big")
    try:
        return masked.to_bytes(size, "big").decode()
    except UnicodeDecodeError:
        return None


def text_frame(message: bytes) -> bytes:
    """A text as a whole frame of a server, which isn't masked.

    >>> text_frame(b"miau").hex(" ")
    '81 04 6d 69 61 75'
    """
    size = len(message)
    if size < 126:
        return b"\x81%c%b" % (size, message)
    if size < 65_536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), message)


class FrameEdges:
    """Where a browser's frames end. What is wrong with one is the library's to find.

    >>> pong, part = bytes.fromhex("8a 80 01 02 03 04"), bytes.fromhex("01 81 01 02 03 04 00")
    >>> edges = FrameEdges()
    >>> edges.next(pong * 2, 0), edges.next(pong * 2, 6), edges.between
    ((6, 138), (12, 138), True)
    >>> edges.next(part[:3], 0), edges.next(part[3:], 0), edges.pieces, edges.between
    ((3, None), (4, 1), 1, False)
    """

    __slots__ = ("_first", "_head", "_missing", "pieces")

    def __init__(self) -> None:
        self._head = b""  # what has come of a head that isn't complete
        self._first = 0  # the first byte of the frame in hand
        self._missing = 0  # bytes of its payload that are still to come
        self.pieces = 0  # frames that have come of a message whose last one hasn't

    @property
    def between(self) -> bool:
        """Whether what comes next begins a frame, and no message is in the middle."""
        return not (self._missing or self._head or self.pieces)

    def next(self, data: bytes, at: int) -> tuple[int, int | None]:
        """Where the frame ends that goes on at that place, and its first byte; or the end of the
        data, if that comes before."""
        if not self._missing:
            head = self._head + data[at : at + LONGEST_HEAD - len(self._head)]
            start, size = _measures(head)
            if len(head) < start:
                self._head = head
                return len(data), None
            at += start - len(self._head)
            self._head, self._first, self._missing = b"", head[0], size
        taken = min(self._missing, len(data) - at)
        self._missing -= taken
        if self._missing:
            return len(data), None
        if self._first & 0x0F < 8:  # a control frame may come in the middle of a message
            self.pieces = 0 if self._first & 0x80 else self.pieces + 1
        return at + taken, self._first


def _measures(head: bytes) -> tuple[int, int]:
    """How long a head is, its mask included, and the payload behind it, as far as it is known."""
    size = head[1] & 0x7F if len(head) > 1 else 0
    if size < 126:
        return 6, size
    start = 4 if size == 126 else 10
    return start + 4, int.from_bytes(head[2:start], "big")
