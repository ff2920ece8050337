"""`touchline run`: the whole product in one command, with the two demo channels."""

import errno
import os
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import click

from touchline.entrypoints import embedded
from touchline.entrypoints.embedded import Obstacle
from touchline.entrypoints.supervisor import Program, Supervisor
from touchline.platform.settings import Settings, WrongSetting, read_settings

START_SECONDS = 60
LOOK_SECONDS = 0.1


@click.command("run")
@click.option("--dev", is_flag=True, help="Reload the server and the page when a file is saved.")
@click.option("--demo/--no-demo", default=True, help="Apply the demo channels and draw their footage.")
def run(dev: bool, demo: bool) -> None:
    """Start everything: queue, database, demo channels, web server, worker. Ctrl-C ends all of it."""
    embedded.assume_the_demo()
    try:
        sys.exit(Run(dev=dev, demo=demo).main())
    except (Obstacle, WrongSetting) as obstacle:
        sys.exit(f"touchline: {obstacle}")
    except OSError as wrong:
        if wrong.errno != errno.ENOSPC:
            raise
        sys.exit("touchline: the disk is full; make room and start again. Nothing that was stored is lost.")


class Run:
    """One run of the embedded deployment, from the first check to the last process."""

    def __init__(self, *, dev: bool, demo: bool) -> None:
        self._settings: Settings = read_settings(os.environ)
        self._dev, self._demo = dev, demo
        self._supervisor = Supervisor(say)

    def main(self) -> int:
        """Start, say where, stay until asked to stop. Returns the exit code."""
        embedded.check_port(self._settings)
        self._settings.var.mkdir(parents=True, exist_ok=True)
        self._supervisor.stop_on_signals()
        try:
            return self._start() or self._stay()
        finally:
            self._supervisor.end()

    def _start(self) -> int:
        settings, supervisor = self._settings, self._supervisor
        if not settings.redis_url:
            supervisor.start(embedded.valkey(settings))
            self._wait_for("the queue", lambda: embedded.queue_answers(settings))
        commands = [["db", "upgrade"]]
        if self._demo:
            commands += [["channel", "apply", str(pack)] for pack in sorted(embedded.PACKS.iterdir())]
        for command in commands:
            if code := supervisor.once(touchline(*command, log=embedded.log_file(settings, "start"))):
                say(f"`touchline {' '.join(command)}` failed; see {embedded.log_file(settings, 'start')}")
                return code
        supervisor.start(embedded.web(settings, reload=self._dev))
        supervisor.start(embedded.worker(settings))
        if self._dev:
            supervisor.start(embedded.vite())
        self._wait_for("the web server", self._web_answers)
        return self._make_footage() if self._demo else 0

    def _make_footage(self) -> int:
        """Draw the demo games and make streams of them, once for each version of the packs."""
        mark = self._settings.var / "demo.done"
        digest = embedded.packs_digest()
        if mark.exists() and mark.read_text() == digest:
            return 0
        code = self._supervisor.once(touchline("demo", "make"))
        if code == 0 and not self._supervisor.stopping:
            mark.write_text(digest)
        return code

    def _stay(self) -> int:
        if not self._supervisor.stopping:
            self._tell()
        return self._supervisor.watch()

    def _tell(self) -> None:
        port = self._settings.port
        say("")
        say("Touchline is ready. Ctrl-C ends it.")
        if self._demo:
            say(f"  Prairie Sports Network   http://prairie.localhost:{port}")
            say(f"  Atelier Nord             http://atelier.localhost:{port}")
        else:
            say(f"  http://localhost:{port}")
        if self._dev:
            say(f"  the page, reloading      http://prairie.localhost:{embedded.VITE_PORT}")
        say(f"  what it keeps            {self._settings.var}")

    def _web_answers(self) -> bool:
        address = f"http://{self._settings.host}:{self._settings.port}/readyz"
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def _wait_for(self, what: str, is_up: Callable[[], bool]) -> None:
        """Look ten times a second, a minute long, whether a program answers."""
        pause = threading.Event()
        for _ in range(int(START_SECONDS / LOOK_SECONDS)):
            if is_up() or self._supervisor.stopping:
                return
            pause.wait(LOOK_SECONDS)
        raise Obstacle(f"{what} did not answer within {START_SECONDS} s; see {self._settings.var / 'log'}.")


def touchline(*arguments: str, log: Path | None = None) -> Program:
    """One command of this product as a program of its own."""
    return Program(arguments[0], [sys.executable, "-m", "touchline.entrypoints.cli", *arguments], log=log)


def say(line: str) -> None:
    """A line for the person at the terminal, at once."""
    click.echo(line)
    sys.stdout.flush()
