"""`touchline fleet` before anything runs: what it needs, and what its programs are told."""

from __future__ import annotations

import os
import shlex
import socket
import stat
from pathlib import Path

import pytest

from touchline.entrypoints import fleet_parts
from touchline.entrypoints.fleet_parts import Fleet
from touchline.entrypoints.install import Obstacle
from touchline.platform.settings import Settings, read_settings

PROGRAMS = {
    name: Path("/usr/bin") / name for name in ("initdb", "postgres", "createdb", "redis-server", "nginx")
}


def fleet(var: Path, port: int = 9000, store: str = "s3") -> Fleet:
    return Fleet(var, port, store, b"secret", PROGRAMS)


@pytest.mark.parametrize("store", ["s3", "folder"])
def test_its_settings_go_together(tmp_path: Path, store: str) -> None:
    found = read_settings(fleet(tmp_path, store=store).environment())
    assert (found.delivery, found.ingest, found.trusted_proxies) == ("nginx", "nginx", 1)
    assert found.storage == ("s3" if store == "s3" else "local")
    assert found.database.startswith("postgresql+psycopg://touchline:")
    assert found.redis.startswith("redis://:")


def test_programs_get_passwords_of_their_own_that_the_secret_makes(tmp_path: Path) -> None:
    told = fleet(tmp_path).environment()
    words = {told["TOUCHLINE_DATABASE_URL"].split(":")[2], told["TOUCHLINE_REDIS_URL"].split(":")[2]}
    assert len({word.split("@")[0] for word in words} | {told["TOUCHLINE_S3_SECRET_KEY"]}) == 3
    assert fleet(tmp_path).environment() == told
    assert Fleet(tmp_path, 9000, "s3", b"another", PROGRAMS).environment() != told


def test_settings_are_noted_for_their_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    found = fleet(tmp_path / "a var of Ada's")
    found.settle()
    assert stat.S_IMODE(found.noted.stat().st_mode) == 0o600
    noted = dict(word.split("=", 1) for word in shlex.split(found.noted.read_text()))
    assert noted == found.environment()
    assert os.environ["TOUCHLINE_DELIVERY"] == "nginx"


def test_all_that_is_missing_is_named_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_parts, "_find", lambda name: None if "s" in name else PROGRAMS[name])
    monkeypatch.setattr(fleet_parts, "MODULES", tmp_path)
    with pytest.raises(Obstacle) as told:
        Fleet.on_this_machine(Settings(var=tmp_path), "s3")
    wanted = "libnginx-mod-http-js libnginx-mod-rtmp postgresql redis-server"
    assert str(told.value) == f"a fleet needs more of Debian: apt-get install {wanted}"


def test_it_keeps_to_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_parts, "_find", PROGRAMS.get)
    monkeypatch.setattr(Path, "exists", lambda _: True)
    monkeypatch.setattr(fleet_parts, "secret_key", lambda _: b"secret")
    monkeypatch.delenv("TOUCHLINE_VAR", raising=False)
    assert Fleet.on_this_machine(Settings(var=tmp_path), "folder").var == tmp_path / "fleet"
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path))
    assert Fleet.on_this_machine(Settings(var=tmp_path), "folder").var == tmp_path


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = int(other.getsockname()[1])
        with pytest.raises(Obstacle, match=f"port {taken} is taken by another program"):
            fleet(tmp_path, taken - 1).check_ports()


def test_a_store_that_keeps_nothing_leaves_no_database_behind(tmp_path: Path) -> None:
    for name in ("postgres/data", "redis", "footage"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "demo.done").touch()
    fleet(tmp_path, store="folder").begin_anew()
    assert {path.name for path in tmp_path.iterdir()} == {"postgres", "redis", "footage", "demo.done"}
    fleet(tmp_path).begin_anew()
    assert {path.name for path in tmp_path.iterdir()} == {"footage"}


def test_two_apps_and_three_workers_stand_behind_one_nginx(tmp_path: Path) -> None:
    found, settings = fleet(tmp_path), Settings(var=tmp_path)
    assert found.site().apps == ["127.0.0.1:9001", "127.0.0.1:9002"]
    assert found.site().listen == "127.0.0.1:9000"
    ports = [program.command[program.command.index("--port") + 1] for program in found.apps(settings)]
    assert ports == ["9001", "9002"]
    assert [program.name for program in found.workers(settings)] == ["worker-1", "worker-2", "media-worker"]
