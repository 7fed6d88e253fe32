"""Files of arrays (``.npz``): written whole or not at all, read without trusting whoever wrote them."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from tilewright.core.errors import BadArrays
from tilewright.records.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

MOST_BYTES = 1 << 28  # of all arrays of a file together


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write arrays by name; the same arrays give the same bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, array in arrays.items():
            written = io.BytesIO()
            np.lib.format.write_array(written, np.asarray(array), allow_pickle=False)
            file.writestr(zipfile.ZipInfo(f"{name}.npy"), written.getvalue(), zipfile.ZIP_DEFLATED)
    write_whole(path, content.getvalue())


def read_arrays(path: Path) -> dict[str, Any]:
    """The arrays of a file by name. Nothing in it is ever executed, and it may not be larger than it should."""
    try:
        with zipfile.ZipFile(path) as file:
            if sum(member.file_size for member in file.infolist()) > MOST_BYTES:
                raise BadArrays(f"{path} is too large")
            return {member.filename.removesuffix(".npy"): _read_array(file.read(member)) for member in file.infolist()}
    except OSError as bad:
        raise BadArrays(f"cannot read {path}: {bad.strerror or bad}") from None
    except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError) as bad:
        raise BadArrays(f"{path} does not hold arrays: {bad}") from None


def _read_array(content: bytes) -> Any:
    """One array, whose header may promise no more than there is."""
    stream = io.BytesIO(content)
    version = np.lib.format.read_magic(stream)
    read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, kind = read_header(stream)
    if kind.hasobject or int(np.prod(shape, dtype=object)) * kind.itemsize != len(content) - stream.tell():
        raise ValueError("an array is not what its header says")
    stream.seek(0)
    return np.lib.format.read_array(stream, allow_pickle=False)
