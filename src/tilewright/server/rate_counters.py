"""Counters that several processes share: for each key, the time when its whole supply is available again.

They are one block of memory of a fixed size, so that clients cannot make it grow. The key that has not been counted
for longest makes room for another. Only the event loop uses them.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
import os
import struct
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BUCKETS = 8_192
PLACES = 8  # in a bucket
_BUCKET = struct.Struct("=" + "Qd" * PLACES)  # a digest of who is counted, and the time
_PLACE = struct.Struct("=Qd")
SIZE = BUCKETS * _BUCKET.size


def shared_file() -> int:
    """A file without a name, for ``RateCounters`` in several processes."""
    with tempfile.TemporaryFile() as file:
        file.truncate(SIZE)
        return os.dup(file.fileno())


class RateCounters:
    """A supply for each key: ``amount`` at once, and all of it again after ``seconds``, little by little."""

    def __init__(self, file: int | None = None) -> None:
        self._file = file
        self._memory = mmap.mmap(-1 if file is None else file, SIZE)

    def take(self, key: str, amount: int, seconds: float, now: float) -> float:
        """Take one; return 0, or the number of seconds until one is available."""
        digest = int.from_bytes(hashlib.blake2b(key.encode(), digest_size=8).digest(), "big")
        start = digest % BUCKETS * _BUCKET.size
        with self._held(start):
            found = _BUCKET.unpack_from(self._memory, start)
            whole_again = dict(zip(found[::2], found[1::2], strict=True)).get(digest, 0.0)
            one = seconds / amount
            then = max(whole_again, now) + one
            if (wait := then - now - seconds) > one / 2:  # half of one, since sums of fractions are not exact
                return wait
            place = _place_of(digest, found)
            _PLACE.pack_into(self._memory, start + place * _PLACE.size, digest, then)
        return 0.0

    @contextlib.contextmanager
    def _held(self, start: int) -> Iterator[None]:
        """Lock a bucket against other processes; a process that dies releases it."""
        if self._file is None:
            yield
            return
        import fcntl  # where there is no such lock, processes cannot share a socket either

        fcntl.lockf(self._file, fcntl.LOCK_EX, _BUCKET.size, start)
        try:
            yield
        finally:
            fcntl.lockf(self._file, fcntl.LOCK_UN, _BUCKET.size, start)


def _place_of(digest: int, found: tuple[float, ...]) -> int:
    """The place of this key, else the place of the key that has not been counted for longest."""
    digests, times = found[::2], found[1::2]
    return digests.index(digest) if digest in digests else times.index(min(times))
