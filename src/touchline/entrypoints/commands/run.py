"""`touchline run`: the whole product in one command, on one machine or as a fleet."""

from __future__ import annotations

import errno
import os
import sys

import click

from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.install import SetupError
from touchline.entrypoints.runner import programs
from touchline.entrypoints.runner.fleet import run_fleet
from touchline.entrypoints.runner.fleet_programs import STORES
from touchline.entrypoints.runner.runner import Runner
from touchline.entrypoints.runner.running_site import check_not_running, publish_settings
from touchline.platform.audit.declarations import outside_channels


@click.command("run")
@outside_channels
@click.option("--dev", is_flag=True, help="Reload the server and the page when source files change.")
@click.option("--demo/--no-demo", default=True, help="Apply the demo channels and render their videos.")
@click.option(
    "--fleet",
    is_flag=True,
    help="Start a multi-machine deployment on this machine: PostgreSQL, Redis, an object store, nginx, two "
    "web servers and workers.",
)
@click.option(
    "--store",
    type=click.Choice(STORES),
    help="Media storage of the fleet: s3, a temporary object store that is deleted with the fleet when it "
    "stops (default), or folder, a shared folder.",
)
@click.pass_obj
def run(application: Application, dev: bool, demo: bool, fleet: bool, store: str | None) -> None:
    """Start the queue, database, demo channels, web server, worker and ingest. Press Ctrl-C to stop.

    --fleet needs the Debian packages postgresql, redis-server, nginx, libnginx-mod-http-js and
    libnginx-mod-rtmp.
    """
    if fleet and dev:
        raise click.UsageError("Use either --dev or --fleet.")
    if store and not fleet:
        raise click.UsageError("Use --store together with --fleet.")
    try:
        if fleet:
            code = run_fleet(application, store or STORES[0], demo=demo)
        else:
            code = _run_embedded(application, dev=dev, demo=demo)
    except SetupError as setup_error:
        sys.exit(f"touchline: {setup_error}")
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        sys.exit("touchline: the disk is full. Free some space and start again. Your stored data is safe.")
    sys.exit(code)


def _run_embedded(application: Application, *, dev: bool, demo: bool) -> int:
    if demo:
        programs.set_demo_defaults()
    if dev:
        programs.set_dev_site_url()
    check_not_running(os.environ)
    with publish_settings(application.settings, os.environ):
        return Runner(application, dev=dev, demo=demo).main()
