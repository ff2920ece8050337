"""`touchline run --fleet` before anything runs: its requirements, and the arguments of its programs."""

from __future__ import annotations

import os
import shlex
import socket
import stat
from pathlib import Path

import pytest

from touchline.entrypoints.install import SetupError
from touchline.entrypoints.runner import fleet_programs
from touchline.entrypoints.runner.fleet_programs import Fleet
from touchline.platform.config.settings import Settings, read_settings

PROGRAMS = {
    name: Path("/usr/bin") / name for name in ("initdb", "postgres", "createdb", "redis-server", "nginx")
}


def create_fleet(var: Path, port: int = 9000, store: str = "s3") -> Fleet:
    return Fleet(var, port, store, b"secret", PROGRAMS)


@pytest.mark.parametrize("store", ["s3", "folder"])
def test_the_fleet_settings_are_consistent(tmp_path: Path, store: str) -> None:
    found = read_settings(create_fleet(tmp_path, store=store).environment())
    assert (found.delivery, found.ingest, found.trusted_proxies) == ("nginx", "nginx", 1)
    assert found.storage == ("s3" if store == "s3" else "local")
    assert found.resolved_database_url.startswith("postgresql+psycopg://touchline:")
    assert found.resolved_redis_url.startswith("redis://:")


def test_each_program_gets_a_password_derived_from_the_secret_key(tmp_path: Path) -> None:
    environment = create_fleet(tmp_path).environment()
    passwords = {
        environment["TOUCHLINE_DATABASE_URL"].split(":")[2],
        environment["TOUCHLINE_REDIS_URL"].split(":")[2],
    }
    assert (
        len({password.split("@")[0] for password in passwords} | {environment["TOUCHLINE_S3_SECRET_KEY"]})
        == 3
    )
    assert create_fleet(tmp_path).environment() == environment
    assert Fleet(tmp_path, 9000, "s3", b"another", PROGRAMS).environment() != environment


def test_the_environment_file_is_private_to_its_owner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    found = create_fleet(tmp_path / "a var of Ada's")
    found.write_environment()
    assert stat.S_IMODE(found.environment_file.stat().st_mode) == 0o600
    written = dict(line.split("=", 1) for line in shlex.split(found.environment_file.read_text()))
    assert written == found.environment()
    assert os.environ["TOUCHLINE_DELIVERY"] == "nginx"


def test_all_missing_packages_are_reported_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_programs, "_find_program", lambda name: None if "s" in name else PROGRAMS[name])
    monkeypatch.setattr(fleet_programs, "MODULES", tmp_path)
    with pytest.raises(SetupError) as error:
        Fleet.detect(Settings(var=tmp_path), "s3")
    expected = "libnginx-mod-http-js libnginx-mod-rtmp postgresql redis-server"
    assert str(error.value) == f"a fleet needs these Debian packages: apt-get install {expected}"


def test_the_fleet_uses_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fleet_programs, "_find_program", PROGRAMS.get)
    monkeypatch.setattr(Path, "exists", lambda _: True)
    monkeypatch.setattr(fleet_programs, "load_secret_key", lambda _: b"secret")
    monkeypatch.delenv("TOUCHLINE_VAR", raising=False)
    assert Fleet.detect(Settings(var=tmp_path), "folder").var == tmp_path / "fleet"
    monkeypatch.setenv("TOUCHLINE_VAR", str(tmp_path))
    assert Fleet.detect(Settings(var=tmp_path), "folder").var == tmp_path


def test_an_occupied_port_is_reported(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        occupied_port = int(other.getsockname()[1])
        with pytest.raises(SetupError, match=f"another program uses port {occupied_port}"):
            create_fleet(tmp_path, occupied_port - 1).check_ports()


def test_databases_are_reset_if_the_store_is_memory_only(tmp_path: Path) -> None:
    for name in ("postgres/data", "redis", "footage"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "demo.done").touch()
    create_fleet(tmp_path, store="folder").reset_stores()
    assert {path.name for path in tmp_path.iterdir()} == {"postgres", "redis", "footage", "demo.done"}
    create_fleet(tmp_path).reset_stores()
    assert {path.name for path in tmp_path.iterdir()} == {"footage"}


def test_two_apps_and_three_workers_run_behind_one_nginx(tmp_path: Path) -> None:
    found, settings = create_fleet(tmp_path), Settings(var=tmp_path)
    assert found.nginx_site().apps == ["127.0.0.1:9001", "127.0.0.1:9002"]
    assert found.nginx_site().listen == "127.0.0.1:9000"
    ports = [program.command[program.command.index("--port") + 1] for program in found.apps(settings)]
    assert ports == ["9001", "9002"]
    assert [program.name for program in found.workers(settings)] == ["worker-1", "worker-2", "media-worker"]
