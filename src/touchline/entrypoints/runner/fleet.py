"""`touchline run --fleet`: a multi-machine deployment on this machine, from Debian's packages, on loopback.

A fleet has PostgreSQL, Redis, an object store, workers, and two web servers behind an nginx that serves media
and receives live streams. Each program has the settings that it would have on its own machine.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from touchline.entrypoints.bootstrap import Application, bootstrap
from touchline.entrypoints.nginx import config
from touchline.entrypoints.runner import programs
from touchline.entrypoints.runner.fleet_programs import Fleet
from touchline.entrypoints.runner.runner import Runner, print_line
from touchline.entrypoints.runner.supervisor import Program


def run_fleet(application: Application, store: str, *, demo: bool) -> int:
    """Run the fleet until it is stopped, and return the exit code.

    Raises `SetupError` if a program is missing or a port is in use.
    """
    fleet = Fleet.detect(application.settings, store)
    if demo:
        programs.set_demo_defaults()
    fleet.write_environment()
    application.close()
    return FleetRunner(bootstrap(), fleet, demo=demo).main()


class FleetRunner(Runner):
    """Runner with the stores and servers of a fleet."""

    def __init__(self, application: Application, fleet: Fleet, *, demo: bool) -> None:
        super().__init__(application, dev=False, demo=demo)
        self._fleet = fleet

    def _start_stores(self) -> None:
        fleet, settings = self._fleet, self._settings
        fleet.check_ports()
        fleet.reset_stores()
        self._supervisor.start(fleet.postgres(settings))
        self._supervisor.start(fleet.redis(settings))
        if fleet.store == "s3":
            self._supervisor.start(fleet.object_store(settings))
            self._wait_for("the object store", fleet.ensure_bucket)
        self._wait_for("PostgreSQL", fleet.ensure_database)
        self._wait_for("the queue", lambda: programs.is_queue_up(settings))

    def _list_servers(self) -> list[Program]:
        return [*self._fleet.apps(self._settings), *self._fleet.workers(self._settings), self._create_nginx()]

    def _create_nginx(self) -> Program:
        site = self._fleet.nginx_site()
        config.write_files(config.render_files(self._application, site), site.folder)
        (site.folder / "temporary").mkdir(exist_ok=True)
        command = [
            "nginx",
            "-c",
            str(site.folder / config.CONFIG_FILE),
            "-p",
            str(site.folder),
            "-e",
            "stderr",
        ]
        command[0] = str(self._fleet.programs["nginx"])
        return Program("nginx", command, log=programs.log_file(self._settings, "nginx"))

    def _print_summary(self) -> None:
        super()._print_summary()
        print_line(
            f"  settings for other shells {self._fleet.environment_file}: set -a; . "
            f"{_display_path(self._fleet.environment_file)}; set +a"
        )
        if self._fleet.store == "s3":
            print_line(
                "  the object store is temporary: a new start begins empty (use --store folder to keep media)"
            )


def _display_path(path: Path) -> str:
    current_folder: Any = Path.cwd()
    return os.path.relpath(path, current_folder) if path.is_relative_to(current_folder) else str(path)
