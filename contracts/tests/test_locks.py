"""The web's lock file covers every platform, because `npm ci` otherwise rejects it on a fresh clone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

LOCK = Path(__file__).parents[2] / "package-lock.json"
Packages = Mapping[str, Mapping[str, Any]]


def resolve_version(packages: Packages, dependent: str, name: str) -> str | None:
    """Return the version that Node finds from the folder of `dependent`, walking up."""
    folder = dependent
    while True:
        position = f"{folder}/node_modules/{name}" if folder else f"node_modules/{name}"
        if position in packages:
            return str(packages[position]["version"])
        if not folder:
            return None
        folder = folder.rpartition("node_modules/")[0].rstrip("/")


def find_unmet(packages: Packages) -> Iterator[str]:
    """Yield optional packages (binaries of other platforms) whose requested version is not in the lock
    file."""
    for dependent, package in packages.items():
        for name, requested_version in package.get("optionalDependencies", {}).items():
            result = resolve_version(packages, dependent, name)
            if result is None or (requested_version[0].isdigit() and result != requested_version):
                yield f"{dependent} requires {name} {requested_version}, the lock file has {result}"


def test_the_binaries_of_every_platform_are_in_the_lock() -> None:
    assert list(find_unmet(json.loads(LOCK.read_text("utf-8"))["packages"])) == []


def test_a_binary_at_another_version_is_reported() -> None:
    packages: dict[str, dict[str, Any]] = {
        "node_modules/a": {"version": "2.0.0", "optionalDependencies": {"a-darwin": "2.0.0"}},
        "node_modules/a-darwin": {"version": "1.0.0"},
    }
    assert list(find_unmet(packages)) == ["node_modules/a requires a-darwin 2.0.0, the lock file has 1.0.0"]
