"""Only the owner can read the files of a deployment."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

UPGRADE_COMMAND = ("databases", "upgrade")


def read_modes(var: Path, **settings: str) -> dict[str, int]:
    """Return the modes of all files that the commands create in a new folder."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    environment |= {"TOUCHLINE_VAR": str(var), "TOUCHLINE_QUEUE": "inline", **settings}
    for command in (UPGRADE_COMMAND, ("config",)):
        subprocess.run(
            [sys.executable, "-m", "touchline", *command],
            env=environment,
            check=True,
            capture_output=True,
            timeout=60,
        )
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (var, *var.rglob("*"))}


@pytest.mark.nightly
def test_new_files_and_folders_are_private_to_their_owner(tmp_path: Path) -> None:
    found = read_modes(tmp_path / "var")
    assert len(found) > 1
    assert {name: mode for name, mode in found.items() if mode & 0o077} == {}


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("delivery", ["app", "nginx"])
def test_the_database_is_private_for_every_delivery(tmp_path: Path, delivery: str) -> None:
    found = read_modes(tmp_path / "var", TOUCHLINE_DELIVERY=delivery, TOUCHLINE_TRUSTED_PROXIES="1")
    assert found["touchline.sqlite"] == 0o600
    assert bool(found["var"] & 0o005) is (delivery == "nginx")
