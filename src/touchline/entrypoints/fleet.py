"""`touchline fleet`: the deployment of many machines, on this one: from Debian's packages, on the loopback.

PostgreSQL, Redis, an object store, two web servers behind an nginx that hands out media and receives
encoders, and the workers: what runs on many machines, each with the settings that it would have there.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import click

from touchline.entrypoints import embedded, nginx
from touchline.entrypoints.bootstrap import House, bootstrap
from touchline.entrypoints.fleet_parts import STORES, Fleet
from touchline.entrypoints.install import Obstacle
from touchline.entrypoints.run import Run, say
from touchline.entrypoints.supervisor import Program


@click.command("fleet")
@click.option("--demo/--no-demo", default=True, help="Apply the demo channels and draw their footage.")
@click.option(
    "--store",
    type=click.Choice(STORES),
    default="s3",
    show_default=True,
    help="Where media are: in an object store that forgets everything at its end (and the fleet with it), or "
    "in a folder that all share.",
)
@click.pass_obj
def fleet(house: House, demo: bool, store: str) -> None:
    """Start the deployment of many machines on this one: PostgreSQL, Redis, an object store, nginx, two web
    servers, workers. Ctrl-C ends it all.

    It needs Debian's packages postgresql, redis-server, nginx, libnginx-mod-http-js and libnginx-mod-rtmp.
    """
    try:
        found = Fleet.on_this_machine(house.settings, store)
        if demo:
            embedded.assume_the_demo()
        found.settle()
        house.close()
        sys.exit(RunFleet(bootstrap(), found, demo=demo).main())
    except Obstacle as obstacle:
        sys.exit(f"touchline: {obstacle}")
    except OSError as wrong:
        if wrong.errno != errno.ENOSPC:
            raise
        sys.exit("touchline: the disk is full; make room and start again. Nothing that was stored is lost.")


class RunFleet(Run):
    """As `touchline run`, of other parts."""

    def __init__(self, house: House, parts: Fleet, *, demo: bool) -> None:
        super().__init__(house, dev=False, demo=demo)
        self._parts = parts

    def _start_what_keeps(self) -> None:
        parts, settings = self._parts, self._settings
        parts.check_ports()
        parts.begin_anew()
        self._supervisor.start(parts.postgres(settings))
        self._supervisor.start(parts.redis(settings))
        if parts.store == "s3":
            self._supervisor.start(parts.object_store(settings))
            self._wait_for("the object store", parts.has_bucket)
        self._wait_for("PostgreSQL", parts.has_database)
        self._wait_for("the queue", lambda: embedded.queue_answers(settings))

    def _servers(self) -> list[Program]:
        return [*self._parts.apps(self._settings), *self._parts.workers(self._settings), self._nginx()]

    def _nginx(self) -> Program:
        site = self._parts.site()
        nginx.write(nginx.files(self._house, site), site.folder)
        (site.folder / "temporary").mkdir(exist_ok=True)
        command = [
            "nginx",
            "-c",
            str(site.folder / nginx.CONFIGURATION),
            "-p",
            str(site.folder),
            "-e",
            "stderr",
        ]
        command[0] = str(self._parts.programs["nginx"])
        return Program("nginx", command, log=embedded.log_file(self._settings, "nginx"))

    def _tell(self) -> None:
        super()._tell()
        say(f"  its settings, for others {self._parts.noted}: set -a; . {_shown(self._parts.noted)}; set +a")
        if self._parts.store == "s3":
            say("  the object store keeps nothing: a new start begins anew (--store folder does not)")


def _shown(path: Path) -> str:
    here: Any = Path.cwd()
    return os.path.relpath(path, here) if path.is_relative_to(here) else str(path)
