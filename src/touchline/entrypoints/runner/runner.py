"""Runner of the embedded deployment (`touchline run`)."""

import os
import sys
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from touchline.demo.accounts import EMPTY_CHANNEL, INES, MAYA, NORA, TEMP, DemoAccounts
from touchline.demo.revenue_shares import DemoShares
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.install import SetupError
from touchline.entrypoints.runner import programs
from touchline.entrypoints.runner.supervisor import Program, Supervisor
from touchline.front.packs.problems import PackRefusedError
from touchline.front.packs.starter import write_starter_pack
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.platform.config.settings import read_settings
from touchline.platform.db import migrations

START_TIMEOUT_SECONDS = 60
POLL_SECONDS = 0.1
VISITS_PER_DAY = 20
SUCCESS_CARD, CHALLENGE_CARD = "4242 4242 4242 4242", "4000 0027 6000 3184"
"""Test cards of the demo's Stripe, as in Stripe's documentation. Any future date and security code work."""


class Runner:
    """One run of the embedded deployment, from the check of the ports to the stop of all programs."""

    def __init__(self, application: Application, *, dev: bool, demo: bool) -> None:
        self._application, self._settings = application, application.settings
        self._dev, self._demo = dev, demo
        self._supervisor = Supervisor(print_line)

    def main(self) -> int:
        """Start all programs, print a summary and run until stopped. Returns the exit code."""
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
            self._create_revenue_shares()
        self._wait_for("the web server", self._is_web_up)
        self._start_remaining()
        self._print_summary()
        return self._prepare_demo() if self._demo else 0

    def _start_stores(self) -> None:
        """Start the stores that the web server needs."""
        if not self._settings.redis_url:
            self._supervisor.start(programs.valkey(self._settings))
            self._wait_for("the queue", lambda: programs.is_queue_up(self._settings))

    def _list_servers(self) -> list[Program]:
        """Return the web server and the workers."""
        return [programs.web(self._settings, reload=self._dev), *programs.workers(self._settings)]

    def _start_remaining(self) -> None:
        """Start the programs that the first page does not need. Earlier, they would delay the web server."""
        settings, supervisor = self._settings, self._supervisor
        supervisor.start(programs.ingest(settings))
        if programs.uses_fake_identity():
            supervisor.start(programs.fake_identity_provider(settings))
        if programs.uses_fake_stripe():
            supervisor.start(programs.fake_stripe(settings))

    def _apply_packs(self) -> None:
        """Apply both demo packs, with dates relative to today, and the pack of the empty channel.

        The web server starts in the meantime.
        """
        apply = self._application.container.front.apply_pack()
        for pack in [*sorted(programs.DEMO_PACKS.iterdir()), self._write_empty_channel()]:
            try:
                apply(pack, Confirmation(yes=True))
            except PackRefusedError as pack_error:
                raise SetupError(
                    f"the pack {pack} has problems. Run: touchline channels apply {pack}"
                ) from pack_error

    def _write_empty_channel(self) -> Path:
        """Return the pack of the empty channel. It is written once; what the studio changes stays."""
        folder = self._settings.var / "packs" / EMPTY_CHANNEL
        if not folder.exists():
            folder.parent.mkdir(parents=True, exist_ok=True)
            write_starter_pack(folder, EMPTY_CHANNEL, "My Channel", NORA.email, "en")
        return folder

    def _create_viewers(self) -> None:
        """Create the demo accounts."""
        channel: Any = self._application.container.channel
        database = self._application.container.database()
        DemoAccounts(
            database,
            channel.facade(),
            channel.accounts(),
            channel.add_account,
            channel.operator_admin(),
        )()

    def _create_revenue_shares(self) -> None:
        """Create the revenue shares of the demo."""
        container: Any = self._application.container
        billing = container.billing
        DemoShares(
            container.database(),
            container.channel.facade(),
            billing.share_settings(),
            billing.share_statements(),
            billing.share_games(),
        )()

    def _create_purchases(self) -> None:
        """Buy one of each kind once, so that orders, gifts and make-goods show data. The demo also works
        without them.
        """
        marker = self._settings.var / "demo.bought"
        if marker.exists() or not programs.uses_fake_stripe():
            return
        self._wait_for_fakes()
        command = [sys.executable, "-m", "touchline", "demos", "buy"]
        if not self._supervisor.is_stopping:
            self._supervisor.run_to_completion(Program("purchases", command))
        marker.touch()

    def _prepare_demo(self) -> int:
        """Buy passes and games, create the recordings and their audience, then publish the live events from
        the same videos.
        """
        self._create_purchases()
        code = self._create_footage()
        if code == 0:
            self._create_audience()
        if code == 0 and not self._supervisor.is_stopping:
            self._supervisor.start(programs.demo_encoders(self._settings))
        return code

    def _create_footage(self) -> int:
        """Render the demo videos and make their streams, once per version of the packs."""
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
        """Send simulated visits once, so that the reports show data. The demo also works without them."""
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
        self._wait_for_fakes()
        if not self._supervisor.is_stopping:
            print_line("")
            print_line("Touchline is ready. Press Ctrl-C to stop.")
        return self._supervisor.watch()

    def _wait_for_fakes(self) -> None:
        self._wait_for(
            "the demo's Stripe and Google servers", lambda: programs.fakes_are_listening(self._settings)
        )

    def _print_summary(self) -> None:
        """Print the URLs and accounts as soon as the web server responds."""
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
            print_line(f"  with purchases           {INES.email}, password {INES.password}")
            print_line(f"  as an operator           {NORA.email}, password {NORA.password}: /studio")
            print_line(f"  to make your own         http://{EMPTY_CHANNEL}.localhost:{port}/studio")
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
        """Return the name and URL of each channel, or a hint on how to create the first one."""
        urls = read_settings(os.environ).site_urls
        with self._application.container.database().transaction(None, unscoped=True):
            channels = self._application.container.channel.facade().list_channels()
        sites = [(channel.name, urls.base_url(channel.slug, channel.domains)) for channel in channels]
        return sites or [("no channel yet", "create one: touchline channels new NAME")]

    def _is_web_up(self) -> bool:
        readiness_url = f"http://{self._settings.host}:{self._settings.port}/readyz"
        try:
            with urllib.request.urlopen(readiness_url, timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def _wait_for(self, program_name: str, is_up: Callable[[], bool]) -> None:
        """Wait until a program responds.

        Raises `SetupError` if it does not respond within a minute.
        """
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
    """Print a line to the terminal immediately."""
    click.echo(line)
    sys.stdout.flush()
