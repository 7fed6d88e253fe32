"""Why something is not possible, as data: a reason's code, the rule behind it, and what it is about."""

from __future__ import annotations

import msgspec

from tilewright.core.shapes.data import Data


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason. Each room lists its codes, and its ``sentences.py`` has a sentence for each."""

    code: str
    rule: str = ""  # the number of the rule, like R3.2; "" where no single rule says it
    parameters: Data = msgspec.field(default_factory=dict)

    def as_data(self) -> Data:
        return {"code": str(self.code), "rule": self.rule, "parameters": self.parameters}
