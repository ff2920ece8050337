"""`touchline run`: the whole product in one command, with the two demo channels."""

import errno
import os
import sys
import threading
import urllib.request
from collections.abc import Callable
from typing import Any

import click

from touchline.demo.accounts import MAYA, NORA, TEMP, DemoAccounts
from touchline.entrypoints import embedded
from touchline.entrypoints.bootstrap import House
from touchline.entrypoints.install import Obstacle
from touchline.entrypoints.running_site import announced, refuse_second_run
from touchline.entrypoints.supervisor import Program, Supervisor
from touchline.front.packs.problems import PackRefused
from touchline.front.withdrawals.consent import Agreement
from touchline.platform.db import migrations
from touchline.platform.settings import read_settings

START_SECONDS = 60
LOOK_SECONDS = 0.1
VISITS_A_DAY = 20
PAYS, ASKS = "4242 4242 4242 4242", "4000 0027 6000 3184"
"""Cards of the demo's Stripe, as in Stripe's own tests: any date to come, any security code."""


@click.command("run")
@click.option("--dev", is_flag=True, help="Reload the server and the page when a file is saved.")
@click.option("--demo/--no-demo", default=True, help="Apply the demo channels and draw their footage.")
@click.pass_obj
def run(house: House, dev: bool, demo: bool) -> None:
    """Start everything: queue, database, demo channels, web server, worker, ingest. Ctrl-C ends it all."""
    if demo:
        embedded.assume_the_demo()
    if dev:
        embedded.assume_the_reloading_page()
    try:
        refuse_second_run(os.environ)
        with announced(house.settings, os.environ):
            code = Run(house, dev=dev, demo=demo).main()
        sys.exit(code)
    except Obstacle as obstacle:
        sys.exit(f"touchline: {obstacle}")
    except OSError as wrong:
        if wrong.errno != errno.ENOSPC:
            raise
        sys.exit("touchline: the disk is full; make room and start again. Nothing that was stored is lost.")


class Run:
    """One run of the embedded deployment, from the first check to the last process."""

    def __init__(self, house: House, *, dev: bool, demo: bool) -> None:
        self._house, self._settings = house, house.settings
        self._dev, self._demo = dev, demo
        self._supervisor = Supervisor(say)

    def main(self) -> int:
        """Start, say where, stay until asked to stop. Returns the exit code."""
        embedded.check_ports(self._settings)
        self._settings.var.mkdir(parents=True, exist_ok=True)
        self._supervisor.stop_on_signals()
        try:
            return self._start() or self._stay()
        finally:
            self._supervisor.end()

    def _start(self) -> int:
        settings, supervisor = self._settings, self._supervisor
        self._start_what_keeps()
        migrations.upgrade(self._house.container.database().engine)
        embedded.empty_metrics(settings)
        for program in self._servers():
            supervisor.start(program)
        if self._dev:
            supervisor.start(embedded.vite(settings))
        if self._demo:
            self._apply_packs()
            self._make_viewers()
        self._wait_for("the web server", self._web_answers)
        self._start_the_rest()
        self._tell()
        return self._show_the_demo() if self._demo else 0

    def _start_what_keeps(self) -> None:
        """What the web server needs at once."""
        if not self._settings.redis_url:
            self._supervisor.start(embedded.valkey(self._settings))
            self._wait_for("the queue", lambda: embedded.queue_answers(self._settings))

    def _servers(self) -> list[Program]:
        """What answers visitors, and what works for them behind."""
        return [embedded.web(self._settings, reload=self._dev), *embedded.workers(self._settings)]

    def _start_the_rest(self) -> None:
        """What nobody needs to see the first page; until now it would have held up the web server."""
        settings, supervisor = self._settings, self._supervisor
        supervisor.start(embedded.ingest(settings))
        if embedded.plays_identity():
            supervisor.start(embedded.identity(settings))
        if embedded.plays_stripe():
            supervisor.start(embedded.stripe(settings))

    def _apply_packs(self) -> None:
        """Bring both demo channels up to date, their dates to this day; the web server starts meanwhile."""
        apply = self._house.container.front.apply_pack()
        for pack in sorted(embedded.PACKS.iterdir()):
            try:
                apply(pack, Agreement(yes=True))
            except PackRefused as refused:
                raise Obstacle(
                    f"the pack {pack} has problems; see: touchline channel apply {pack}"
                ) from refused

    def _make_viewers(self) -> None:
        """People to log in as."""
        channel: Any = self._house.container.channel
        database = self._house.container.database()
        desk = channel.desk
        DemoAccounts(
            database,
            channel.facade(),
            channel.kept_accounts(),
            desk.add_account,
            desk.change_operators(),
        )()

    def _show_the_demo(self) -> int:
        """Its recordings and who watched them, then its live games, which show some of the same films."""
        code = self._make_footage()
        if code == 0:
            self._make_audience()
        if code == 0 and not self._supervisor.stopping:
            self._supervisor.start(embedded.demo_encoders(self._settings))
        return code

    def _make_footage(self) -> int:
        """Draw the demo games and make streams of them, once for each version of the packs."""
        mark = self._settings.var / "demo.done"
        digest = embedded.packs_digest()
        if mark.exists() and mark.read_text() == digest:
            return 0
        say("")
        say("The demo games are being drawn; everything else can be used meanwhile.")
        command = [sys.executable, "-m", "touchline", "demo", "make"]
        code = self._supervisor.once(Program("footage", command))
        if code == 0 and not self._supervisor.stopping:
            mark.write_text(digest)
        return code

    def _make_audience(self) -> None:
        """Send visits that never were, once: reports of nothing would tell nothing to whoever tries them. The
        demo stands without."""
        mark = self._settings.var / "demo.visited"
        if mark.exists():
            return
        command = [sys.executable, "-m", "touchline", "demo", "audience", "--visits", str(VISITS_A_DAY)]
        for pack in sorted(embedded.PACKS.iterdir()):
            if not self._supervisor.stopping:
                self._supervisor.once(Program("audience", [*command, "--channel", pack.name]))
        mark.touch()

    def _stay(self) -> int:
        self._wait_for("what plays Stripe and Google", lambda: embedded.players_listen(self._settings))
        if not self._supervisor.stopping:
            say("")
            say("Touchline is ready. Ctrl-C ends it.")
        return self._supervisor.watch()

    def _tell(self) -> None:
        """Print where everything is, as soon as pages answer."""
        if self._supervisor.stopping:
            return
        port = self._settings.port
        say("")
        say("Touchline answers:")
        for name, url in self._sites():
            say(f"  {name:<24} {url}")
        if self._demo:
            say(f"  log in as                {MAYA.email}, password {MAYA.password}")
            say(f"  or, to choose another    {TEMP.email}, temporary password {TEMP.password}")
            say(f"  as an operator           {NORA.email}, password {NORA.password}: /studio/reports")
            say(f"  a TV to link             http://prairie.localhost:{port}/_tv")
        if embedded.plays_stripe():
            say(f"  pay with the cards       {PAYS}, or {ASKS}, which asks first")
            say(f"  more cards, renewals     http://127.0.0.1:{self._settings.stand_in_port}/_control")
        if self._dev:
            say(f"  the page, reloading      http://prairie.localhost:{embedded.VITE_PORT}")
        if read_settings(os.environ).development and self._settings.mail == "outbox":
            say(f"  letters to viewers       http://localhost:{port}/_outbox")
        say(f"  what it keeps            {self._settings.var}")

    def _sites(self) -> list[tuple[str, str]]:
        """The channels by name, each with the address of its site; how to make one where there is none."""
        urls = read_settings(os.environ).site_urls
        with self._house.container.database().transaction(None, unscoped=True):
            channels = self._house.container.channel.facade().all_channels()
        found = [(one.name, urls.base_url(one.slug, one.domains)) for one in channels]
        return found or [("no channel yet", "make one: touchline channel new NAME")]

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


def say(line: str) -> None:
    """A line for the person at the terminal, at once."""
    click.echo(line)
    sys.stdout.flush()
