"""What was written lately, to be sent again; within so many bytes, whatever anybody asks for."""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Text = TypeVar("Text", str, bytes)
OVERHEAD_BYTES = 500  # bytes that keeping something costs besides itself


class RenderedCache:
    """Texts by what they tell; those nobody has asked for longest make room for new ones."""

    def __init__(self, most: int) -> None:
        self._most, self.bytes = most, 0
        self._texts: OrderedDict[Hashable, str | bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._texts)

    def get(self, key: Hashable, write: Callable[[], Text]) -> Text:
        """What is kept under this key, or else is written now."""
        text = self._texts.get(key)
        if text is not None:
            self._texts.move_to_end(key)
            return text  # type: ignore[return-value]  # what a key names is always written the same way
        text = write()
        if _cost(text) <= self._most:
            self._texts[key] = text
            self.bytes += _cost(text)
            while self.bytes > self._most:
                self.bytes -= _cost(self._texts.popitem(last=False)[1])
        return text


def _cost(text: str | bytes) -> int:
    return sys.getsizeof(text) + OVERHEAD_BYTES
