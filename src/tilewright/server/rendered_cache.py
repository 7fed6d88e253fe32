"""A cache of rendered events and frames, within a number of bytes."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Text = TypeVar("Text", str, bytes)
OVERHEAD_BYTES = 500  # for each text, besides the text itself


class RenderedCache:
    """Rendered texts by key; the least recently used make room for new ones."""

    def __init__(self, most: int) -> None:
        self._most, self.bytes = most, 0
        self._texts: OrderedDict[Hashable, str | bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._texts)

    def get(self, key: Hashable, write: Callable[[], Text]) -> Text:
        """The text under this key, which ``write`` makes if it is missing."""
        text = self._texts.get(key)
        if text is not None:
            self._texts.move_to_end(key)
            return text  # type: ignore[return-value]  # a key always has the same type of text
        text = write()
        if _cost(text) <= self._most:
            self._texts[key] = text
            self.bytes += _cost(text)
            while self.bytes > self._most:
                self.bytes -= _cost(self._texts.popitem(last=False)[1])
        return text


def _cost(text: str | bytes) -> int:
    return sys.getsizeof(text) + OVERHEAD_BYTES
