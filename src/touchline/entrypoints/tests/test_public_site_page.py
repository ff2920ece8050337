"""The walk of docs/how-to/public-site.md: its settings, units and commands, as far as one loopback allows."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

import pytest

from contracts.walks.pages import DOCS, blocks, changed, typed
from touchline.entrypoints.cli import main
from touchline.entrypoints.running_site import FILE
from touchline.platform.settings import Settings, read_settings

PAGE = "how-to/public-site.md"
FILES = DOCS / "how-to/one-machine"
DOMAIN, EMAIL = "watch.example.org", "you@example.org"
CADDY = shutil.which("caddy")
CHECKER = shutil.which("systemd-analyze")


def variables(name: str) -> dict[str, str]:
    """The settings in a file of the page."""
    lines = (FILES / name).read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@dataclass
class Machine:
    """A folder with the page's channel, and the site that runs in it."""

    folder: Path
    port: int
    environment: dict[str, str]

    def type(self, line: str, said: str = "") -> str:
        """Type a command of the page; it must succeed. Returns what it prints."""
        words = shlex.split(line)
        assert words[0] == "touchline"
        own = {name: value for name, value in self.environment.items() if not name.startswith("TOUCHLINE_")}
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=self.folder,
            env=own,
            input=said,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        return done.stdout

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        """What the site answers to a proxy that passes the domain on."""
        line = HTTPConnection("127.0.0.1", self.port, timeout=20)
        line.request("GET", path, headers={"Host": DOMAIN, "X-Forwarded-Proto": "https"} | headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens on."""
    with ExitStack() as held:
        found = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [one.getsockname()[1] for one in found]


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """The page's service, started with the page's settings; its folder is another one, and so is its port."""
    folder = tmp_path_factory.mktemp("site")
    (port,) = free_ports(1)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    settings = variables("touchline.env") | {"TOUCHLINE_PORT": str(port), "TOUCHLINE_LIVE_HOST": "127.0.0.1"}
    found = Machine(folder, port, kept | settings)
    (start,) = re.findall(r"^ExecStart=\S+/touchline (.+)$", unit("touchline.service"), re.MULTILINE)
    with (folder / "out").open("wb") as out:
        site = subprocess.Popen(
            [sys.executable, "-m", "touchline", *start.split()],
            cwd=folder,
            env=found.environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
        )
    try:
        until(lambda: b"Touchline is ready" in (folder / "out").read_bytes(), seconds=90)
        lines = [line for line in typed(PAGE) if line.startswith("touchline ")]
        new, apply = lines[:2]
        found.type(new)
        found.type(apply)
        [change] = [block for block in blocks(PAGE) if block.kind == "diff"]
        pack = folder / change.title
        pack.write_text(changed(pack.read_text("utf-8"), change.text, change.title), "utf-8")
        yield found
    finally:
        site.send_signal(signal.SIGINT)
        site.wait(60)


def unit(name: str) -> str:
    """A unit of systemd."""
    return (FILES / name).read_text("utf-8")


def test_the_site_answers_at_its_domain_and_its_links_use_https(machine: Machine) -> None:
    printed = machine.type("touchline channel apply valley")
    assert f"Address: https://{DOMAIN}" in printed
    status, page = machine.get("/")
    assert (status, f'href="https://{DOMAIN}/"' in page) == (200, True)
    for path in ("/terms_conditions", "/privacy_policy", "/contacts"):
        assert machine.get(path)[0] == 200


def test_the_first_operator_is_made_by_the_commands_of_the_page(machine: Machine) -> None:
    machine.type("touchline channel apply valley")
    account, operator = (
        next(line for line in typed(PAGE) if line.startswith(f"touchline {noun} add"))
        for noun in ("account", "operator")
    )
    machine.type(f"{account} --password-stdin", "harvest moon over the rink")
    machine.type(operator)
    listed = json.loads(machine.type("touchline operator list --channel valley --json"))
    assert [one["email"] for one in listed] == [EMAIL]


def test_commands_use_the_settings_of_the_service_without_being_told(machine: Machine) -> None:
    shown = json.loads(machine.type("touchline config port --json"))
    assert (shown["value"], (machine.folder / "var" / FILE).exists()) == (str(machine.port), True)


def test_the_nightly_backup_can_be_restored(machine: Machine) -> None:
    (line,) = re.findall(
        r"^ExecStart=/bin/sh -c '\.venv/bin/(touchline backup) ",
        unit("touchline-backup.service"),
        re.MULTILINE,
    )
    (machine.folder / "backups").mkdir(mode=0o700)
    machine.type(f"{line} backups/today")
    machine.type("touchline restore --check backups/today")


@pytest.mark.parametrize("file", ["touchline.env", "mail-and-payments.env"])
def test_the_settings_of_the_page_are_understood_and_are_those_of_a_public_site(file: str) -> None:
    settings: Settings = read_settings(variables("touchline.env") | variables(file))
    assert not settings.development
    assert settings.trusted_proxies == 1


@pytest.mark.parametrize("name", ["touchline.service", "touchline-backup.service"])
def test_a_unit_of_the_page_runs_a_command_that_there_is_as_a_user_without_rights(name: str) -> None:
    text = unit(name)
    assert "User=touchline" in text and "WorkingDirectory=/opt/touchline" in text
    (words,) = re.findall(r"touchline (run|backup) ", text)
    assert words in main.commands


@pytest.mark.skipif(CHECKER is None, reason="systemd-analyze is not installed")
@pytest.mark.parametrize("name", ["touchline.service", "touchline-backup.service"])
def test_systemd_finds_nothing_wrong_with_a_unit_of_the_page(name: str, tmp_path: Path) -> None:
    assert CHECKER is not None
    copy = tmp_path / name
    copy.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit(name)))
    done = subprocess.run(
        [CHECKER, "verify", "--man=no", str(copy)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")
def test_caddy_in_front_passes_the_domain_on(machine: Machine, tmp_path: Path) -> None:
    assert CADDY is not None
    front, admin = free_ports(2)
    machine.type("touchline channel apply valley")
    text = (FILES / "Caddyfile").read_text("utf-8")
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{machine.port}").replace(
        "email you@example.org", f"admin 127.0.0.1:{admin}"
    )
    text = re.sub(rf"^{re.escape(DOMAIN)} ", f"http://{DOMAIN}:{front} ", text, flags=re.MULTILINE)
    (tmp_path / "Caddyfile").write_text(text)
    caddy = subprocess.Popen(
        [CADDY, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"],
        env=os.environ
        | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        through = Machine(machine.folder, front, {})
        until(lambda: answers(front), seconds=20)
        assert through.get("/healthz")[0] == 200
        assert through.get("/", **{"X-Forwarded-Host": "elsewhere.example"})[0] == 200
        assert DOMAIN in through.get("/")[1]
    finally:
        caddy.terminate()
        caddy.wait(20)


def until(true: Callable[[], bool], seconds: float) -> None:
    """Look ten times a second, so long at most."""
    pause, end = threading.Event(), time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come in time"
        pause.wait(0.1)


def answers(port: int) -> bool:
    """Whether somebody listens."""
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0
