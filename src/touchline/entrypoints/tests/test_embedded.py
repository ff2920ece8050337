"""The parts of `touchline run`."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from touchline.entrypoints import embedded, install, worker
from touchline.entrypoints.install import Obstacle
from touchline.platform.settings import Settings, read_settings, secret_key

SHOWN = ("packs/prairie/footage.yaml", "packs/prairie/crest.svg", "footage/games.py", "footage/art/a.ttf")
NOT_SHOWN = ("footage/tests/test_games.py", "footage/__pycache__/games.pyc")


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one small pack and a little drawing code."""
    for name in (*SHOWN, *NOT_SHOWN):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("as it was")
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(embedded, "PACKS", tmp_path / "packs")
    monkeypatch.setattr(embedded, "FOOTAGE", tmp_path / "footage")
    return tmp_path


@pytest.mark.parametrize("name", SHOWN)
def test_films_are_made_again_when_anything_changes_that_they_show(checkout: Path, name: str) -> None:
    before = embedded.packs_digest()
    (checkout / name).write_text("otherwise")
    assert embedded.packs_digest() != before


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_films_are_not_made_again_for_a_test(checkout: Path, name: str) -> None:
    before = embedded.packs_digest()
    (checkout / name).write_text("otherwise")
    assert embedded.packs_digest() == before


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment without any setting in it; what is set there is forgotten."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    monkeypatch.setattr(os, "environ", kept)
    return monkeypatch


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_the_demo_has_an_identity_provider_unless_told_otherwise(environment: pytest.MonkeyPatch) -> None:
    embedded.assume_the_demo()
    assert embedded.plays_identity()
    os.environ["TOUCHLINE_SOCIAL"] = "off"
    embedded.assume_the_demo()
    assert not embedded.plays_identity()


def test_the_demo_has_a_stripe_of_its_own_unless_told_otherwise(environment: pytest.MonkeyPatch) -> None:
    embedded.assume_the_demo()
    assert embedded.plays_stripe()
    os.environ["TOUCHLINE_PAYMENTS"] = "off"
    embedded.assume_the_demo()
    assert not embedded.plays_stripe()


def test_a_demo_that_is_no_development_offers_nobody_to_be_and_sells_nothing_for_no_money(
    environment: pytest.MonkeyPatch,
) -> None:
    os.environ["TOUCHLINE_DEVELOPMENT"] = "false"
    embedded.assume_the_demo()
    assert not embedded.plays_identity()
    assert not embedded.plays_stripe()


@pytest.mark.parametrize("name", ["fake_identity_port", "fake_stripe_port"])
def test_a_taken_port_of_what_the_demo_plays_is_named(
    name: str, environment: pytest.MonkeyPatch, taken: int
) -> None:
    names = ("TOUCHLINE_PORT", "TOUCHLINE_FAKE_IDENTITY_PORT", "TOUCHLINE_FAKE_STRIPE_PORT")
    with ExitStack() as held:
        free = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in names]
        ports = {key: str(one.getsockname()[1]) for key, one in zip(names, free, strict=True)}
    settings = read_settings(ports | {f"TOUCHLINE_{name.upper()}": str(taken)})
    embedded.check_ports(settings)
    embedded.assume_the_demo()
    with pytest.raises(Obstacle, match=f"TOUCHLINE_{name.upper()}={taken + 1}"):
        embedded.check_ports(settings)


def test_what_the_demo_plays_is_up_when_all_of_it_takes_calls(
    environment: pytest.MonkeyPatch, taken: int
) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        down = silent.getsockname()[1]
        embedded.assume_the_demo()
        for identity, stripe in ((taken, taken), (taken, down), (down, taken)):
            settings = Settings(fake_identity_port=identity, fake_stripe_port=stripe)
            assert embedded.players_listen(settings) is (identity == stripe)
        os.environ |= {"TOUCHLINE_SOCIAL": "off", "TOUCHLINE_PAYMENTS": "off"}
        assert embedded.players_listen(Settings(fake_identity_port=down, fake_stripe_port=down))


def test_the_demos_stripe_signs_what_our_programs_check(
    environment: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    embedded.assume_the_demo()
    settings = Settings(var=tmp_path, host="0.0.0.0", port=9000)  # noqa: S104
    program = embedded.stripe(settings)
    account = Settings(payments="fake").stripe
    assert account is not None
    assert program.environment == {
        "TOUCHLINE_FAKE_STRIPE_WEBHOOK": "http://127.0.0.1:9000/api/stripe/webhook",
        "TOUCHLINE_FAKE_STRIPE_SECRET": account.webhook_secret(secret_key(settings)),
    }
    assert str(settings.stand_in_port) in program.command
    assert (tmp_path / "fake-stripe").is_dir()
    assert not any("whsec_" in part for part in program.command)


def test_the_workers_do_all_queues_and_none_that_makes_streams_holds_up_a_letter(tmp_path: Path) -> None:
    queues = [
        {part for before, part in pairwise(program.command) if before == "--queue"}
        for program in embedded.workers(Settings(var=tmp_path))
    ]
    assert set().union(*queues) == set(worker.QUEUES)
    assert not any({"mail", "media"} <= found for found in queues)


def test_web_processes_and_workers_count_together_and_each_start_from_nothing(tmp_path: Path) -> None:
    settings = Settings(var=tmp_path)
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics" / "counter_web-7.db").touch()
    embedded.empty_metrics(settings)
    programs = [embedded.web(settings, reload=False), *embedded.workers(settings)]
    folders = {program.environment["PROMETHEUS_MULTIPROC_DIR"] for program in programs}
    assert folders == {str(tmp_path / "metrics")}
    assert list((tmp_path / "metrics").iterdir()) == []


def test_the_port_of_the_numbers_is_left_to_the_web_processes_which_look_up_what_waits(
    tmp_path: Path,
) -> None:
    settings = Settings(var=tmp_path)
    assert "TOUCHLINE_METRICS_PORT" not in embedded.web(settings, reload=False).environment
    told = {program.environment["TOUCHLINE_METRICS_PORT"] for program in embedded.workers(settings)}
    assert told == {"0"}


def test_a_taken_port_is_named_before_anything_is_installed(
    taken: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOUCHLINE_PORT", str(taken))
    monkeypatch.setattr(install, "python_environment", lambda: pytest.fail("installed"))
    assert install.main(["--web", "--run"]) == 1
    assert f"port {taken} is taken by another program" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["TOUCHLINE_FAKE_STRIPE_PORT", "TOUCHLINE_FAKE_IDENTITY_PORT"])
def test_a_taken_port_of_a_stand_in_is_named_before_anything_is_installed(name: str, taken: int) -> None:
    free = {"TOUCHLINE_PORT": "0", "TOUCHLINE_FAKE_STRIPE_PORT": "0", "TOUCHLINE_FAKE_IDENTITY_PORT": "0"}
    with pytest.raises(Obstacle, match=f"{name}={taken + 1}"):
        install.check_run_ports(free | {name: str(taken)})
    install.check_run_ports(free | {name: str(taken), "TOUCHLINE_PAYMENTS": "off", "TOUCHLINE_SOCIAL": "off"})
