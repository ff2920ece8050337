"""The walkthrough in docs/how-to/public-site.md: its settings, units and commands, as far as loopback
allows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from contracts.walkthroughs.pages import DOCS, apply_change, list_blocks, list_commands
from touchline.entrypoints.cli import main
from touchline.entrypoints.runner.running_site import RUNNING_FILE
from touchline.entrypoints.tests.site_process import (
    SiteProcess,
    free_ports,
    is_listening,
    run_site,
    wait_until,
)
from touchline.platform.config.settings import Settings, read_settings

pytestmark = pytest.mark.nightly

PAGE = "how-to/public-site.md"
FILES = DOCS / "how-to/one-machine"
DOMAIN, EMAIL = "watch.example.org", "you@example.org"
CADDY_BINARY = shutil.which("caddy")
SYSTEMD_ANALYZE = shutil.which("systemd-analyze")


def read_variables(name: str) -> dict[str, str]:
    """Return the settings in a file of the page."""
    lines = (FILES / name).read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """Run the page's service with the page's settings, in another folder and at another port."""
    settings = read_variables("touchline.env") | {"TOUCHLINE_INGEST_HOST": "127.0.0.1"}
    (arguments,) = re.findall(
        r"^ExecStart=\S+/touchline run (.+)$", read_unit("touchline.service"), re.MULTILINE
    )
    folder = tmp_path_factory.mktemp("site")
    with run_site(folder, DOMAIN, settings, *arguments.split()) as found:
        new, apply = [line for line in list_commands(PAGE) if line.startswith("touchline ")][:2]
        found.run_command(new)
        found.run_command(apply)
        [change] = [block for block in list_blocks(PAGE) if block.kind == "diff"]
        pack = folder / change.title
        pack.write_text(apply_change(pack.read_text("utf-8"), change.text, change.title), "utf-8")
        found.run_command(apply)
        yield found


def read_unit(name: str) -> str:
    """Return a systemd unit."""
    return (FILES / name).read_text("utf-8")


def test_the_site_responds_at_its_domain_with_https_links(site: SiteProcess) -> None:
    printed = site.run_command("touchline channels apply valley")
    assert f"Address: https://{DOMAIN}" in printed
    status, page = site.send_get("/")
    assert (status, f'href="https://{DOMAIN}/"' in page) == (200, True)
    for path in ("/terms_conditions", "/privacy_policy", "/contacts"):
        assert site.send_get(path)[0] == 200


def test_the_commands_of_the_page_create_the_first_operator(site: SiteProcess) -> None:
    account, operator = (
        next(line for line in list_commands(PAGE) if line.startswith(f"touchline {noun} add"))
        for noun in ("accounts", "operators")
    )
    site.run_command(f"{account} --password-stdin", "harvest moon over the rink")
    site.run_command(operator)
    listed = site.run_json_command("touchline operators list --channel valley")
    assert [listed_account["email"] for listed_account in listed] == [EMAIL]


def test_commands_use_the_settings_of_the_service(site: SiteProcess) -> None:
    shown = site.run_json_command("touchline settings show port")
    assert (shown["value"], (site.folder / "var" / RUNNING_FILE).exists()) == (str(site.port), True)


def test_the_nightly_backup_can_be_restored(site: SiteProcess) -> None:
    (line,) = re.findall(
        r"^ExecStart=/bin/sh -c '\.venv/bin/(touchline backups create) ",
        read_unit("touchline-backup.service"),
        re.MULTILINE,
    )
    (site.folder / "backups").mkdir(mode=0o700)
    site.run_command(f"{line} backups/today")
    site.run_command("touchline backups check backups/today")


@pytest.mark.parametrize("file", ["touchline.env", "mail-and-payments.env"])
def test_the_settings_of_the_page_are_valid_for_a_public_site(file: str) -> None:
    settings: Settings = read_settings(read_variables("touchline.env") | read_variables(file))
    assert not settings.development
    assert settings.trusted_proxies == 1


@pytest.mark.parametrize("name", ["touchline.service", "touchline-backup.service"])
def test_units_run_existing_commands_as_an_unprivileged_user(name: str) -> None:
    text = read_unit(name)
    assert "User=touchline" in text and "WorkingDirectory=/opt/touchline" in text
    (command,) = re.findall(r"touchline (run|backups) ", text)
    assert command in main.commands


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="until systemd-analyze is installed")
@pytest.mark.parametrize("name", ["touchline.service", "touchline-backup.service"])
def test_systemd_accepts_the_units_of_the_page(name: str, tmp_path: Path) -> None:
    assert SYSTEMD_ANALYZE is not None
    copy = tmp_path / name
    copy.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", read_unit(name)))
    done = subprocess.run(
        [SYSTEMD_ANALYZE, "verify", "--man=no", str(copy)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(CADDY_BINARY is None, reason="until Caddy is installed, as .ci/run does")
def test_caddy_forwards_the_domain(site: SiteProcess, tmp_path: Path) -> None:
    assert CADDY_BINARY is not None
    front, admin = free_ports(2)
    text = (FILES / "Caddyfile").read_text("utf-8")
    text = text.replace("127.0.0.1:8080", f"127.0.0.1:{site.port}").replace(
        "email you@example.org", f"admin 127.0.0.1:{admin}"
    )
    text = re.sub(rf"^{re.escape(DOMAIN)} ", f"http://{DOMAIN}:{front} ", text, flags=re.MULTILINE)
    (tmp_path / "Caddyfile").write_text(text)
    caddy = subprocess.Popen(
        [CADDY_BINARY, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"],
        env=os.environ
        | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        proxied = SiteProcess(site.folder, front, DOMAIN)
        wait_until(lambda: is_listening(front), seconds=20)
        assert proxied.send_get("/healthz")[0] == 200
        assert proxied.send_get("/", **{"X-Forwarded-Host": "elsewhere.example"})[0] == 200
        assert DOMAIN in proxied.send_get("/")[1]
    finally:
        caddy.terminate()
        caddy.wait(20)
