"""The parts of `touchline run`."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from touchline.entrypoints import install, worker
from touchline.entrypoints.install import SetupError
from touchline.entrypoints.runner import programs
from touchline.platform.config.settings import Settings, load_secret_key, read_settings

RENDERED_FILES = (
    "packs/prairie/footage.yaml",
    "packs/prairie/crest.svg",
    "footage/games.py",
    "footage/art/a.ttf",
)
UNRENDERED_FILES = ("footage/tests/test_games.py", "footage/__pycache__/games.pyc")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout with one small pack and a little drawing code."""
    for name in (*RENDERED_FILES, *UNRENDERED_FILES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("old")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(programs, "DEMO_PACKS", tmp_path / "packs")
    monkeypatch.setattr(programs, "DEMO_FOOTAGE", tmp_path / "footage")
    return tmp_path


@pytest.mark.parametrize("name", RENDERED_FILES)
def test_footage_is_rendered_again_when_its_sources_change(checkout: Path, name: str) -> None:
    before = programs.hash_demo_packs()
    (checkout / name).write_text("new")
    assert programs.hash_demo_packs() != before


@pytest.mark.parametrize("name", UNRENDERED_FILES)
def test_footage_is_not_rendered_again_for_a_changed_test(checkout: Path, name: str) -> None:
    before = programs.hash_demo_packs()
    (checkout / name).write_text("new")
    assert programs.hash_demo_packs() == before


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Return an environment without settings. Changes to it are undone after the test."""
    stored = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    monkeypatch.setattr(os, "environ", stored)
    return monkeypatch


@pytest.fixture
def occupied_port() -> Iterator[int]:
    """Yield a port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_the_demo_has_an_identity_provider_unless_configured_otherwise(
    environment: pytest.MonkeyPatch,
) -> None:
    programs.set_demo_defaults()
    assert programs.uses_fake_identity()
    os.environ["TOUCHLINE_SOCIAL"] = "off"
    programs.set_demo_defaults()
    assert not programs.uses_fake_identity()


def test_the_demo_has_a_fake_stripe_unless_configured_otherwise(environment: pytest.MonkeyPatch) -> None:
    programs.set_demo_defaults()
    assert programs.uses_fake_stripe()
    os.environ["TOUCHLINE_PAYMENTS"] = "off"
    programs.set_demo_defaults()
    assert not programs.uses_fake_stripe()


def test_a_demo_outside_development_has_no_fake_providers(
    environment: pytest.MonkeyPatch,
) -> None:
    os.environ["TOUCHLINE_DEVELOPMENT"] = "false"
    programs.set_demo_defaults()
    assert not programs.uses_fake_identity()
    assert not programs.uses_fake_stripe()


@pytest.mark.parametrize("name", ["fake_identity_port", "fake_stripe_port"])
def test_an_occupied_port_of_a_fake_is_reported(
    name: str, environment: pytest.MonkeyPatch, occupied_port: int
) -> None:
    names = ("TOUCHLINE_PORT", "TOUCHLINE_FAKE_IDENTITY_PORT", "TOUCHLINE_FAKE_STRIPE_PORT")
    with ExitStack() as stack:
        free = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in names]
        ports = {key: str(sock.getsockname()[1]) for key, sock in zip(names, free, strict=True)}
    settings = read_settings(ports | {f"TOUCHLINE_{name.upper()}": str(occupied_port)})
    programs.check_ports(settings)
    programs.set_demo_defaults()
    with pytest.raises(SetupError, match=f"TOUCHLINE_{name.upper()}={occupied_port + 1}"):
        programs.check_ports(settings)


def test_fakes_are_ready_when_all_accept_connections(
    environment: pytest.MonkeyPatch, occupied_port: int
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        down = silent.getsockname()[1]
        programs.set_demo_defaults()
        for identity, stripe in (
            (occupied_port, occupied_port),
            (occupied_port, down),
            (down, occupied_port),
        ):
            settings = Settings(fake_identity_port=identity, fake_stripe_port=stripe)
            assert programs.fakes_are_listening(settings) is (identity == stripe)
        os.environ |= {"TOUCHLINE_SOCIAL": "off", "TOUCHLINE_PAYMENTS": "off"}
        assert programs.fakes_are_listening(Settings(fake_identity_port=down, fake_stripe_port=down))


def test_the_fake_stripe_uses_the_webhook_secret_of_the_app(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    programs.set_demo_defaults()
    settings = Settings(var=tmp_path, host="0.0.0.0", port=9000)  # noqa: S104
    program = programs.fake_stripe(settings)
    account = Settings(payments="fake").stripe
    assert account is not None
    assert program.environment == {
        "TOUCHLINE_FAKE_STRIPE_WEBHOOK": "http://127.0.0.1:9000/api/stripe/webhook",
        "TOUCHLINE_FAKE_STRIPE_SECRET": account.webhook_secret(load_secret_key(settings)),
    }
    assert str(settings.resolved_fake_stripe_port) in program.command
    assert (tmp_path / "fake-stripe").is_dir()
    assert not any("whsec_" in part for part in program.command)


def test_workers_cover_all_queues_and_streams_do_not_delay_email(tmp_path: Path) -> None:
    queues = [
        {part for before, part in pairwise(program.command) if before == "--queue"}
        for program in programs.workers(Settings(var=tmp_path))
    ]
    assert set().union(*queues) == set(worker.QUEUES)
    assert not any({"mail", "media"} <= found for found in queues)


def test_web_processes_and_workers_share_a_metrics_folder_that_is_cleared_on_start(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics" / "counter_web-7.db").touch()
    programs.clear_metrics(settings)
    started = [programs.web(settings, reload=False), *programs.workers(settings)]
    folders = {program.environment["PROMETHEUS_MULTIPROC_DIR"] for program in started}
    assert folders == {str(tmp_path / "metrics")}
    assert list((tmp_path / "metrics").iterdir()) == []


def test_only_web_processes_serve_the_metrics_port(
    tmp_path: Path,
) -> None:
    settings = Settings(var=tmp_path)
    assert "TOUCHLINE_METRICS_PORT" not in programs.web(settings, reload=False).environment
    reported = {program.environment["TOUCHLINE_METRICS_PORT"] for program in programs.workers(settings)}
    assert reported == {"0"}


def test_an_occupied_port_is_reported_before_installation(
    occupied_port: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOUCHLINE_PORT", str(occupied_port))
    monkeypatch.setattr(install, "install_python_packages", lambda: pytest.fail("installed"))
    assert install.main(["--web", "--run"]) == 1
    assert f"another program uses port {occupied_port}" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["TOUCHLINE_FAKE_STRIPE_PORT", "TOUCHLINE_FAKE_IDENTITY_PORT"])
def test_an_occupied_fake_port_is_reported_before_installation(name: str, occupied_port: int) -> None:
    free = {"TOUCHLINE_PORT": "0", "TOUCHLINE_FAKE_STRIPE_PORT": "0", "TOUCHLINE_FAKE_IDENTITY_PORT": "0"}
    with pytest.raises(SetupError, match=f"{name}={occupied_port + 1}"):
        install.check_run_ports(free | {name: str(occupied_port)})
    install.check_run_ports(
        free | {name: str(occupied_port), "TOUCHLINE_PAYMENTS": "off", "TOUCHLINE_SOCIAL": "off"}
    )
