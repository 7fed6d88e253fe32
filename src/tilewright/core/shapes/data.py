"""Data that any program can read: JSON's objects."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]
"""An object. What is in it is known to its shape, which checks what comes from outside."""

Schema = dict[str, Any]
"""A JSON Schema."""
