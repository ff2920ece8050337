"""The walk of docs/how-to/public-site.md: its settings, units and commands, as far as one loopback allows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.walks.pages import DOCS, blocks, changed, typed
from touchline.entrypoints.cli import main
from touchline.entrypoints.running_site import FILE
from touchline.entrypoints.tests.site_in_a_folder import Site, free_ports, listens, site_in_a_folder, until
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


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The page's service with the page's settings, in another folder and at another port."""
    settings = variables("touchline.env") | {"TOUCHLINE_LIVE_HOST": "127.0.0.1"}
    (words,) = re.findall(r"^ExecStart=\S+/touchline run (.+)$", unit("touchline.service"), re.MULTILINE)
    folder = tmp_path_factory.mktemp("site")
    with site_in_a_folder(folder, DOMAIN, settings, *words.split()) as found:
        new, apply = [line for line in typed(PAGE) if line.startswith("touchline ")][:2]
        found.type(new)
        found.type(apply)
        [change] = [block for block in blocks(PAGE) if block.kind == "diff"]
        pack = folder / change.title
        pack.write_text(changed(pack.read_text("utf-8"), change.text, change.title), "utf-8")
        found.type(apply)
        yield found


def unit(name: str) -> str:
    """A unit of systemd."""
    return (FILES / name).read_text("utf-8")


def test_the_site_answers_at_its_domain_and_its_links_use_https(site: Site) -> None:
    printed = site.type("touchline channel apply valley")
    assert f"Address: https://{DOMAIN}" in printed
    status, page = site.get("/")
    assert (status, f'href="https://{DOMAIN}/"' in page) == (200, True)
    for path in ("/terms_conditions", "/privacy_policy", "/contacts"):
        assert site.get(path)[0] == 200


def test_the_first_operator_is_made_by_the_commands_of_the_page(site: Site) -> None:
    account, operator = (
        next(line for line in typed(PAGE) if line.startswith(f"touchline {noun} add"))
        for noun in ("account", "operator")
    )
    site.type(f"{account} --password-stdin", "harvest moon over the rink")
    site.type(operator)
    listed = site.read("touchline operator list --channel valley")
    assert [one["email"] for one in listed] == [EMAIL]


def test_commands_use_the_settings_of_the_service_without_being_told(site: Site) -> None:
    shown = site.read("touchline config port")
    assert (shown["value"], (site.folder / "var" / FILE).exists()) == (str(site.port), True)


def test_the_nightly_backup_can_be_restored(site: Site) -> None:
    (line,) = re.findall(
        r"^ExecStart=/bin/sh -c '\.venv/bin/(touchline backup) ",
        unit("touchline-backup.service"),
        re.MULTILINE,
    )
    (site.folder / "backups").mkdir(mode=0o700)
    site.type(f"{line} backups/today")
    site.type("touchline restore --check backups/today")


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


@pytest.mark.skipif(CHECKER is None, reason="until systemd-analyze is installed")
@pytest.mark.parametrize("name", ["touchline.service", "touchline-backup.service"])
def test_systemd_finds_nothing_wrong_with_a_unit_of_the_page(name: str, tmp_path: Path) -> None:
    assert CHECKER is not None
    copy = tmp_path / name
    copy.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", unit(name)))
    done = subprocess.run(
        [CHECKER, "verify", "--man=no", str(copy)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(CADDY is None, reason="until Caddy is installed, as .ci/run does")
def test_caddy_in_front_passes_the_domain_on(site: Site, tmp_path: Path) -> None:
    assert CADDY is not None
    front, admin = free_ports(2)
    text = (FILES / "Caddyfile").read_text("utf-8")
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{site.port}").replace(
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
        through = Site(site.folder, front, DOMAIN)
        until(lambda: listens(front), seconds=20)
        assert through.get("/healthz")[0] == 200
        assert through.get("/", **{"X-Forwarded-Host": "elsewhere.example"})[0] == 200
        assert DOMAIN in through.get("/")[1]
    finally:
        caddy.terminate()
        caddy.wait(20)
