"""An operator's evening on a real site. Actions are documented commands, and results are what viewers see.

It is one test, in order: each part depends on the parts before it.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import pytest
import stripe

from touchline.conftest import NEW_VIEWER
from touchline.entrypoints.tests.site_process import SiteProcess, free_ports, run_site, wait_until
from touchline.platform.config.stripe_account import FAKE_STRIPE_KEYS

DOMAIN = "valley.localhost"
EVENT_COUNT = 10
GRACE_SECONDS = 5
COMMENTED_LINE = re.compile(r"^# (?=- |  |packages:)", re.MULTILINE)
CAMERA = ("-f", "lavfi", "-i", "testsrc2=s=320x180:r=25", "-f", "lavfi", "-i", "sine=440:r=48000")
VIDEO_CODECS = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-g", "25", "-c:a", "aac")
EVENT_TEMPLATE = """
- key: game-{number}
  away: {away}
  home: {home}
  category: boys-hockey
  location: barn
  starts: {starts}
  duration: 2h
  pass: paid
  price: {{base: 6.00, fee: 0.99}}
"""


@dataclass(frozen=True)
class ViewerClient:
    """A viewer of the site in a browser."""

    site: SiteProcess
    api_key: str = ""

    def send_request(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a request, which must succeed, and return the `data` of the response."""
        headers = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        status, response = self.site.send_request(method, path, body, headers)
        assert status in (200, 201, 204), (path, status, response)
        found = json.loads(response) if response else {}
        return found.get("data", found)

    def register(self, email: str) -> ViewerClient:
        """Return the same viewer with an account."""
        channel_key = self.send_request("GET", "/channel-key")["channel_key"]
        visitor = replace(
            self,
            api_key=self.send_request("POST", "/api/get_api_key", {"channel_key": channel_key})["api_key"],
        )
        form = NEW_VIEWER | {"email": email, "password_confirmation": NEW_VIEWER["password"]}
        return replace(self, api_key=visitor.send_request("POST", "/api/v2/auth/register", form)["api_key"])

    def games(self) -> dict[int, dict[str, Any]]:
        """Return the channel's events by the number in their label."""
        found = self.send_request("GET", "/api/events?limit=50")
        return {int(event["label"].removeprefix("Game ")): event for event in found}

    def get_event(self, event_id: int) -> dict[str, Any]:
        """Return one event with its media."""
        found: dict[str, Any] = self.send_request("GET", f"/api/events/{event_id}")
        return found

    def buy_event(self, event: dict[str, Any], card: str) -> dict[str, Any]:
        """Buy a game. The order must be paid."""
        expected = {"single_event_package_id": event["single_event_package_id"], "payment_method": card}
        order: dict[str, Any] = self.send_request(
            "POST", "/api/stripe/buy", {"type": "event", "id": event["id"], **expected}
        )
        assert order["status"] == "paid", order
        return order

    def can_play(self, event_id: int, kind: int) -> bool:
        """Return whether this viewer can play a medium of a kind now (2 live, 3 recording)."""
        urls = [
            medium["url"]
            for medium in self.get_event(event_id)["media"]
            if medium["type"] == kind and medium["url"]
        ]
        return bool(urls) and self.site.send_request("GET", urls[0], None, {})[0] == 200


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """Run `touchline run --no-demo` in an empty folder, with the demo's payment provider."""
    fake_stripe, first, *_ = free_ports(3)
    settings = {
        "TOUCHLINE_DEVELOPMENT": "true",
        "TOUCHLINE_PAYMENTS": "fake",
        "TOUCHLINE_FAKE_STRIPE_PORT": str(fake_stripe),
        "TOUCHLINE_INGEST_PORTS": f"{first}-{first}",
        "TOUCHLINE_LIVE_GRACE_SECONDS": str(GRACE_SECONDS),
    }
    folder = tmp_path_factory.mktemp("evening")
    with run_site(folder, DOMAIN, settings, "--no-demo") as found:
        yield found


class FakeEncoder:
    """A camera that sends until `kill`. Like OBS, it reconnects after a refused connection."""

    def __init__(self, server: str, key: str) -> None:
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re", *CAMERA, *VIDEO_CODECS]
        self._command = [*command, "-f", "flv", f"{server}/{key}"]
        self._process = subprocess.Popen(self._command)

    def is_sending(self) -> bool:
        """Return whether the camera is sending. A rejected camera reconnects."""
        if self._process.poll() is not None:
            self._process = subprocess.Popen(self._command)
            return False
        return True

    def kill(self) -> None:
        """Stop the encoder as a power loss would."""
        self._process.kill()
        self._process.wait(20)


def write_events(pack: Path) -> None:
    """Use the pack's examples, and replace its one game with ten."""
    for name in ("categories", "groups", "participants", "locations", "packages"):
        path = pack / f"{name}.yaml"
        path.write_text(COMMENTED_LINE.sub("", path.read_text("utf-8")), "utf-8")
    sides = ("hawks-boys", "otters-boys")
    events = [
        EVENT_TEMPLATE.format(
            number=number,
            away=sides[number % 2],
            home=sides[1 - number % 2],
            starts="now -1m" if number == 1 else f"+{number} days 19:00",
        )
        + f"  label: Game {number}\n"
        for number in range(1, EVENT_COUNT + 1)
    ]
    (pack / "events.yaml").write_text("".join(events), "utf-8")


def list_emails_to(site: SiteProcess, email: str, event: str) -> list[str]:
    """Return the subjects of the emails to a viewer that name a game."""
    status, body = site.send_request("GET", "/_outbox.json", None, {"Host": f"localhost:{site.port}"})
    assert status == 200
    sent = json.loads(body)
    return [message["subject"] for message in sent if message["to"] == email and event in message["text"]]


@pytest.mark.nightly
def test_an_operator_sells_streams_and_ends_a_game(site: SiteProcess) -> None:
    # Create a channel with ten games
    site.run_command("touchline channels new valley --email help@valley.example")
    write_events(site.folder / "valley")
    site.run_command("touchline channels check valley")
    assert f"Address: http://{DOMAIN}:{site.port}" in site.run_command("touchline channels apply valley")

    # Sell a game
    fan = ViewerClient(site).register("ada@example.org")
    events = fan.games()
    assert sorted(events) == list(range(1, EVENT_COUNT + 1))
    tonight, canceled = events[1]["id"], events[2]["id"]
    account = f"http://127.0.0.1:{site.run_json_command('touchline settings show fake_stripe_port')['value']}"
    wallet = stripe.StripeClient(FAKE_STRIPE_KEYS["secret_key"], base_addresses={"api": account})
    card: Any = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2032, "cvc": "123"}
    for number in (1, 2):
        made = wallet.v1.payment_methods.create({"type": "card", "card": card})
        fan.buy_event(events[number], made.id)
        assert fan.get_event(events[number]["id"])["has_access"]

    # Go live, with two outages longer than the reconnect window and a restart of the encoder's machine
    assert fan.get_event(tonight)["live_state"] != "on_air"
    key = site.run_json_command("touchline streams open game-1")
    for _attempt in range(3):
        encoder = FakeEncoder(key["server"], key["key"])
        try:
            wait_until(partial(is_on_air, fan, tonight, encoder), seconds=120)
            wait_until(lambda: fan.can_play(tonight, 2), seconds=60)
        finally:
            encoder.kill()
        wait_until(lambda: fan.get_event(tonight)["live_state"] == "interrupted", seconds=60)
        stream = site.run_json_command("touchline streams list")[0]
        assert stream["state"] == "interrupted"
        wait_until(partial(time_is_after, time.monotonic() + GRACE_SECONDS), seconds=60)
        assert fan.get_event(tonight)["stream_status"] == "live"
    site.run_command("touchline streams stop game-1")
    wait_until(lambda: fan.can_play(tonight, 3), seconds=120)
    recordings = [medium for medium in fan.get_event(tonight)["media"] if medium["type"] == 3]
    assert [recording["duration"] >= 3 for recording in recordings] == [True]

    # Cancel a game: it is refunded once, however often the command runs
    site.run_command("touchline events cancel game-2 --refund", code=1)
    assert fan.get_event(canceled)["has_access"]
    for _time in range(2):
        site.run_command("touchline events cancel game-2 --refund --yes")
    orders = site.run_json_command("touchline orders list --event game-2")
    assert [order["status"] for order in orders] == ["refunded"]
    assert len(wallet.v1.refunds.list().data) == 1
    wait_until(lambda: len(list_emails_to(site, "ada@example.org", "Game 2")) >= 2, seconds=30)

    # Withdraw a recording, and restore it
    site.run_command("touchline recordings withdraw game-1 --yes --reason 'A parent asked.'")
    wait_until(lambda: not fan.can_play(tonight, 3), seconds=60)
    [entry] = site.run_json_command("touchline takedowns list")
    assert entry["reason"] == "A parent asked."
    site.run_command("touchline recordings restore game-1")
    wait_until(lambda: fan.can_play(tonight, 3), seconds=60)


def is_on_air(fan: ViewerClient, event_id: int, encoder: FakeEncoder) -> bool:
    """Return whether viewers see the picture of an encoder that is sending."""
    return encoder.is_sending() and fan.get_event(event_id)["live_state"] == "on_air"


def time_is_after(instant: float) -> bool:
    """Return whether the clock has passed an instant (monotonic seconds)."""
    return time.monotonic() > instant
