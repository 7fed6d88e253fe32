"""Lets the API reference show the comment behind a field: in this project it says what the field means."""

from __future__ import annotations

import io
import tokenize
from typing import TYPE_CHECKING, Any

from griffe import Docstring, Extension

if TYPE_CHECKING:
    from griffe import Attribute


class FieldComments(Extension):
    """Takes ``seconds: float  # of CPU time`` for a field with a docstring."""

    def on_attribute_instance(self, *, attr: Attribute, **_: Any) -> None:
        if attr.docstring or attr.lineno is None or not attr.parent or not attr.parent.is_class:
            return
        lines = attr.lines_collection[attr.filepath][attr.lineno - 1 : attr.endlineno]
        try:
            comments = [
                one.string
                for one in tokenize.generate_tokens(io.StringIO(lines[-1].strip()).readline)
                if one.type == tokenize.COMMENT
            ]
        except tokenize.TokenError:
            return
        text = comments[0].lstrip("# ") if comments else ""
        if text and not text.startswith(("noqa", "type:")):
            attr.docstring = Docstring(text[0].upper() + text[1:] + ".", parent=attr)
