"""The embedded deployment of `touchline run`, from the first check to the last process."""

import os
import sys
import threading
import urllib.request
from collections.abc import Callable
from typing import Any

import click

from touchline.demo.accounts import MAYA, NORA, TEMP, DemoAccounts
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.install import SetupError
from touchline.entrypoints.runner import programs
from touchline.entrypoints.runner.supervisor import Program, Supervisor
from touchline.front.packs.problems import PackRefusedError
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.platform.config.settings import read_settings
from touchline.platform.db import migrations

START_TIMEOUT_SECONDS = 60
POLL_SECONDS = 0.1
VISITS_PER_DAY = 20
SUCCESS_CARD, CHALLENGE_CARD = "4242 4242 4242 4242", "4000 0027 6000 3184"
"""Cards of the demo's Stripe, as in Stripe's own tests: any date to come, any security code."""


class Runner:
    """One run of the embedded deployment, from the first check to the last process."""

    def __init__(self, application: Application, *, dev: bool, demo: bool) -> None:
        self._application, self._settings = application, application.settings
        self._dev, self._demo = dev, demo
        self._supervisor = Supervisor(print_line)

    def main(self) -> int:
        """Start, say where, stay until asked to stop. Returns the exit code."""
        programs.check_ports(self._settings)
        self._settings.var.mkdir(parents=True, exist_ok=True)
        self._supervisor.stop_on_signals()
        try:
            return self._start() or self._watch()
        finally:
            self._supervisor.stop_all()

    def _start(self) -> int:
        settings, supervisor = self._settings, self._supervisor
        self._start_stores()
        migrations.upgrade(self._application.container.database().engine)
        programs.clear_metrics(settings)
        for program in self._list_servers():
            supervisor.start(program)
        if self._dev:
            supervisor.start(programs.vite(settings))
        if self._demo:
            self._apply_packs()
            self._create_viewers()
        self._wait_for("the web server", self._is_web_up)
        self._start_remaining()
        self._print_summary()
        return self._prepare_demo() if self._demo else 0

    def _start_stores(self) -> None:
        """What the web server needs at once."""
        if not self._settings.redis_url:
            self._supervisor.start(programs.valkey(self._settings))
            self._wait_for("the queue", lambda: programs.is_queue_up(self._settings))

    def _list_servers(self) -> list[Program]:
        """What answers visitors, and what works for them behind."""
        return [programs.web(self._settings, reload=self._dev), *programs.workers(self._settings)]

    def _start_remaining(self) -> None:
        """What nobody needs to see the first page; until now it would have held up the web server."""
        settings, supervisor = self._settings, self._supervisor
        supervisor.start(programs.ingest(settings))
        if programs.uses_fake_identity():
            supervisor.start(programs.fake_identity_provider(settings))
        if programs.uses_fake_stripe():
            supervisor.start(programs.fake_stripe(settings))

    def _apply_packs(self) -> None:
        """Bring both demo channels up to date, their dates to this day; the web server starts meanwhile."""
        apply = self._application.container.front.apply_pack()
        for pack in sorted(programs.DEMO_PACKS.iterdir()):
            try:
                apply(pack, Confirmation(yes=True))
            except PackRefusedError as pack_error:
                raise SetupError(
                    f"the pack {pack} has problems. Run: touchline channels apply {pack}"
                ) from pack_error

    def _create_viewers(self) -> None:
        """People to log in as."""
        channel: Any = self._application.container.channel
        database = self._application.container.database()
        account_admin = channel
        DemoAccounts(
            database,
            channel.facade(),
            channel.accounts(),
            account_admin.add_account,
            account_admin.operator_admin(),
        )()

    def _prepare_demo(self) -> int:
        """Its recordings and who watched them, then its live games, which show some of the same films."""
        code = self._create_footage()
        if code == 0:
            self._create_audience()
        if code == 0 and not self._supervisor.is_stopping:
            self._supervisor.start(programs.demo_encoders(self._settings))
        return code

    def _create_footage(self) -> int:
        """Draw the demo games and make streams of them, once for each version of the packs."""
        marker = self._settings.var / "demo.done"
        digest = programs.hash_demo_packs()
        if marker.exists() and marker.read_text() == digest:
            return 0
        print_line("")
        print_line("The demo videos are still rendering. You can already use everything else.")
        command = [sys.executable, "-m", "touchline", "demos", "build"]
        code = self._supervisor.run_to_completion(Program("footage", command))
        if code == 0 and not self._supervisor.is_stopping:
            marker.write_text(digest)
        return code

    def _create_audience(self) -> None:
        """Send visits that never were, once: reports of nothing would tell nothing to whoever tries them. The
        demo stands without."""
        marker = self._settings.var / "demo.visited"
        if marker.exists():
            return
        command = [
            sys.executable,
            "-m",
            "touchline",
            "demos",
            "send-audience",
            "--visits",
            str(VISITS_PER_DAY),
        ]
        for pack in sorted(programs.DEMO_PACKS.iterdir()):
            if not self._supervisor.is_stopping:
                self._supervisor.run_to_completion(Program("audience", [*command, "--channel", pack.name]))
        marker.touch()

    def _watch(self) -> int:
        self._wait_for(
            "the demo's Stripe and Google servers", lambda: programs.fakes_are_listening(self._settings)
        )
        if not self._supervisor.is_stopping:
            print_line("")
            print_line("Touchline is ready. Press Ctrl-C to stop.")
        return self._supervisor.watch()

    def _print_summary(self) -> None:
        """Print where everything is, as soon as pages answer."""
        if self._supervisor.is_stopping:
            return
        port = self._settings.port
        print_line("")
        print_line("Touchline is running:")
        for name, url in self._list_sites():
            print_line(f"  {name:<24} {url}")
        if self._demo:
            print_line(f"  log in as                {MAYA.email}, password {MAYA.password}")
            print_line(f"  or, for a new password   {TEMP.email}, temporary password {TEMP.password}")
            print_line(f"  as an operator           {NORA.email}, password {NORA.password}: /studio/reports")
            print_line(f"  a TV to link             http://prairie.localhost:{port}/_tv")
        if programs.uses_fake_stripe():
            print_line(f"  test cards               {SUCCESS_CARD}, or {CHALLENGE_CARD} with authentication")
            print_line(
                f"  demo Stripe control      http://127.0.0.1:{self._settings.resolved_fake_stripe_port}/_control"
            )
        if self._dev:
            print_line(f"  page with live reload    http://prairie.localhost:{programs.VITE_PORT}")
        if read_settings(os.environ).development and self._settings.mail == "outbox":
            print_line(f"  emails to viewers        http://localhost:{port}/_outbox")
        print_line(f"  data folder              {self._settings.var}")

    def _list_sites(self) -> list[tuple[str, str]]:
        """The channels by name, each with the address of its site; how to make one where there is none."""
        urls = read_settings(os.environ).site_urls
        with self._application.container.database().transaction(None, unscoped=True):
            channels = self._application.container.channel.facade().list_channels()
        sites = [(one.name, urls.base_url(one.slug, one.domains)) for one in channels]
        return sites or [("no channel yet", "create one: touchline channels new NAME")]

    def _is_web_up(self) -> bool:
        readiness_url = f"http://{self._settings.host}:{self._settings.port}/readyz"
        try:
            with urllib.request.urlopen(readiness_url, timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def _wait_for(self, program_name: str, is_up: Callable[[], bool]) -> None:
        """Look ten times a second, a minute long, whether a program answers."""
        poll_timer = threading.Event()
        for _ in range(int(START_TIMEOUT_SECONDS / POLL_SECONDS)):
            if is_up() or self._supervisor.is_stopping:
                return
            poll_timer.wait(POLL_SECONDS)
        raise SetupError(
            f"{program_name} did not start within {START_TIMEOUT_SECONDS} s. Check the logs in "
            f"{self._settings.var / 'log'}."
        )


def print_line(line: str) -> None:
    """A line for the person at the terminal, at once."""
    click.echo(line)
    sys.stdout.flush()
