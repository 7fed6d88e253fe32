"""What soaks measure with: waits, memory, processor time, and how busy the machine is with other things."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
PROCESSORS = sorted(os.sched_getaffinity(0))


def cpu(process: int) -> float:
    """Seconds of CPU a process has used, in all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(process: int) -> int:
    """Bytes of memory a process has in use."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE


def busy() -> float:
    """The load: a figure measured beside many other programs says little."""
    return round(os.getloadavg()[0], 2)


def share(sorted_: list[float], part: float) -> float:
    """The value that this part of all does not exceed."""
    return sorted_[min(len(sorted_) - 1, int(part * len(sorted_)))] if sorted_ else float("nan")


class Waits(list[float]):
    """Seconds from sending a command to its acknowledgement."""

    _told = 0

    def since_last(self) -> dict[str, float]:
        """The distribution, in milliseconds, of what came since this was last asked."""
        new, self._told = sorted(self[self._told :]), len(self)
        names = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999}
        return {"moves": len(new)} | {name: round(1000 * share(new, part), 2) for name, part in names.items()}


def apart(process: int) -> None:
    """Let a server and its clients run on different processors, where there are two."""
    if len(PROCESSORS) > 1:
        os.sched_setaffinity(process, PROCESSORS[:1])
        os.sched_setaffinity(0, PROCESSORS[1:])
