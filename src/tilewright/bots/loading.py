"""Loading compiled code before any clock runs, without making anybody wait who says stop."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from tilewright.core.compiling.compiled import INTERPRETED

if TYPE_CHECKING:
    from collections.abc import Callable

    from tilewright.search.stop import Stop

POLL = 0.01  # seconds between two looks at a stop

_loaded: set[tuple[str, ...]] = set()  # code that this process has; it never goes away again


def load(code: tuple[str, ...], first_look: Callable[[], object], stop: Stop) -> bool:
    """Have a first look compile or load this code, once; False when a stop came before it was there.

    Compiling cannot be interrupted, so it goes on in the background and is there for the next question.
    """
    if INTERPRETED or code in _loaded:
        return True
    failed: list[BaseException] = []

    def look() -> None:
        try:
            first_look()
            _loaded.add(code)
        except BaseException as bad:  # noqa: BLE001 - raised again where somebody waits for it
            failed.append(bad)

    loader = threading.Thread(target=look, daemon=True)
    loader.start()
    while loader.is_alive() and not stop.is_set:
        loader.join(POLL)
    if failed:
        raise failed[0]
    return code in _loaded
