"""The handbook's page about many machines: its systemd units, settings file and container."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from click import Group

from touchline.entrypoints.cli import main
from touchline.entrypoints.runner.programs import web
from touchline.entrypoints.worker import QUEUES
from touchline.platform.config.settings import Settings, read_settings

GUIDES = Path(__file__).parents[5] / "docs/how-to"
UNITS = sorted((GUIDES / "systemd").glob("*.service"))
ANY_HOST = "0.0.0.0"  # noqa: S104
PROGRAMS = [unit for unit in UNITS if "web" not in unit.stem]
SYSTEMD_ANALYZE = shutil.which("systemd-analyze")


def get_start_command(unit: Path) -> list[str]:
    """Return the arguments of the unit's start command."""
    (line,) = re.findall(r"^ExecStart=(.+)$", unit.read_text("utf-8"), re.MULTILINE)
    return shlex.split(line)


def test_each_program_has_a_unit() -> None:
    assert [unit.stem for unit in UNITS] == [
        *("touchline-clips@", "touchline-ingest", "touchline-media@", "touchline-web", "touchline-worker@")
    ]
    page = (GUIDES / "many-machines.md").read_text("utf-8")
    assert [unit.stem for unit in UNITS if unit.stem not in page] == []


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="until systemd-analyze is installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_accepts_each_unit(unit: Path, tmp_path: Path) -> None:
    assert SYSTEMD_ANALYZE is not None
    copy = tmp_path / unit.name
    program = get_start_command(unit)[0]
    assert program.startswith("/opt/touchline/.venv/bin/")
    copy.write_text(unit.read_text("utf-8").replace(f"ExecStart={program}", "ExecStart=/bin/true"))
    done = subprocess.run(
        [SYSTEMD_ANALYZE, "verify", "--man=no", str(copy)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("unit", PROGRAMS, ids=lambda unit: unit.stem)
def test_each_unit_starts_an_existing_command(unit: Path) -> None:
    path, name, *options = get_start_command(unit)
    assert Path(path).name == "touchline"
    assert isinstance(main, Group)
    context = main.commands[name].make_context(name, options)
    assert set(context.params.get("queue", ())) <= set(QUEUES)


def test_the_web_unit_uses_the_same_command_as_touchline_run() -> None:
    arguments = get_start_command(GUIDES / "systemd/touchline-web.service")[1:]
    variables = {"${WEB_HOST}": "127.0.0.1", "${WEB_PORT}": "8080", "${WEB_PROCESSES}": "2"}
    command = web(Settings(), reload=False).command
    assert [variables.get(argument, argument) for argument in arguments] == command[
        command.index("granian") + 1 :
    ]


def test_the_settings_file_is_valid() -> None:
    lines = (GUIDES / "systemd/touchline.env").read_text("utf-8").splitlines()
    named = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    settings = read_settings({name: value for name, value in named.items() if name.startswith("TOUCHLINE_")})
    assert (settings.storage, settings.s3_bucket, settings.trusted_proxies) == ("s3", "touchline", 1)
    other_variables = {name for name in named if not name.startswith("TOUCHLINE_")}
    used = set(re.findall(r"\$\{(\w+)\}", (GUIDES / "systemd/touchline-web.service").read_text("utf-8")))
    assert other_variables == used | {"PROMETHEUS_MULTIPROC_DIR"}


def test_the_container_uses_the_same_command_as_the_unit() -> None:
    page = (GUIDES / "many-machines.md").read_text("utf-8")
    (line,) = re.findall(r"^CMD (\[.+\])$", page, re.MULTILINE)
    variables = {"${WEB_HOST}": ANY_HOST, "${WEB_PORT}": "8080", "${WEB_PROCESSES}": "2"}
    arguments = [
        variables.get(argument, argument)
        for argument in get_start_command(GUIDES / "systemd/touchline-web.service")[1:]
    ]
    assert json.loads(line) == [
        "granian",
        *(argument for argument in arguments if argument not in ("--log-level", "error")),
    ]
