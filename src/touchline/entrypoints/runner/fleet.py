"""`touchline run --fleet`: a deployment of many machines on this one, from Debian's packages, on loopback.

PostgreSQL, Redis, an object store, two web servers behind an nginx that hands out media and receives
encoders, and the workers: what runs on many machines, each with the settings that it would have there.
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
    fleet_programs = Fleet.detect(application.settings, store)
    if demo:
        programs.set_demo_defaults()
    fleet_programs.write_environment()
    application.close()
    return FleetRunner(bootstrap(), fleet_programs, demo=demo).main()


class FleetRunner(Runner):
    """As `touchline run`, of other parts."""

    def __init__(self, application: Application, fleet_parts: Fleet, *, demo: bool) -> None:
        super().__init__(application, dev=False, demo=demo)
        self._fleet = fleet_parts

    def _start_stores(self) -> None:
        fleet_parts, settings = self._fleet, self._settings
        fleet_parts.check_ports()
        fleet_parts.reset_stores()
        self._supervisor.start(fleet_parts.postgres(settings))
        self._supervisor.start(fleet_parts.redis(settings))
        if fleet_parts.store == "s3":
            self._supervisor.start(fleet_parts.object_store(settings))
            self._wait_for("the object store", fleet_parts.has_bucket)
        self._wait_for("PostgreSQL", fleet_parts.has_database)
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
