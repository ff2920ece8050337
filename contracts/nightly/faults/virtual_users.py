"""People who watch, browse and send reports all the time, whatever happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event, Thread
from typing import Any
from urllib.parse import urljoin, urlsplit

from contracts.nightly.faults.deployment import LIVE_EVENT, RECORDED_EVENT, Deployment
from contracts.nightly.faults.request_log import (
    ACTIONS,
    LIVE,
    PAGES,
    PLAYBACK,
    REPORTS,
    TIMEOUT_SECONDS,
    BrowserClient,
    RequestLog,
)
from contracts.nightly.faults.viewer_journeys import ViewerJourney, request_api_key
from touchline.shared.ids import ChannelId

_SETTLE_TIMEOUT_SECONDS = 180.0
_ARRIVAL_TIMEOUT_SECONDS = 120.0
PROFILE = "prairie-sports-network"
_SESSION = "0123456789abcdef0123456789abcdef"


class VirtualUsers:
    """All visitors of a fault.

    `journeys` are the visitors who register and buy. `reported_numbers` are the acknowledged report numbers.
    `failures` names the visitors that crashed or did not end.
    """

    def __init__(self, deployment: Deployment) -> None:
        self.deployment, self.request_log = deployment, RequestLog()
        self.journeys: list[ViewerJourney] = []
        self.reported_numbers: list[int] = []
        self.failures: list[str] = []
        self._stopped, self._arrivals_stopped = Event(), Event()
        self._threads: list[Thread] = []
        self._first_number = int(time.time() * 1000) % 10**9 * 1000

    @contextmanager
    def run(self) -> Iterator[None]:
        """Start all visitors, and let those who have begun a journey finish it at the end."""
        setup_browser = BrowserClient(self.deployment.port, self.request_log)
        setup_browser.api_key = self._get_api_key()
        events = {item["key"]: item for item in self._load_events(setup_browser)}
        for user_action in (
            self._watch_recording,
            self._watch_live,
            self._browse_pages,
            self._send_reports,
            self._run_journeys,
            self._run_journeys,
        ):
            self._threads.append(Thread(target=self._run_user, args=(user_action, events), daemon=True))
        for thread in self._threads:
            thread.start()
        try:
            self._wait_until_settled()
            yield
        finally:
            self._arrivals_stopped.set()
            for thread in self._threads[-2:]:
                thread.join(TIMEOUT_SECONDS * 8)
            self._stopped.set()
            for thread in self._threads:
                thread.join(TIMEOUT_SECONDS * 2)
            self.failures += [f"{item.name} did not end" for item in self._threads if item.is_alive()]

    def _run_user(self, user_action: Callable[[dict[str, Any]], None], events: dict[str, Any]) -> None:
        """Run a visitor, and record a crash. A visitor who stops would report no more errors."""
        try:
            user_action(events)
        except Exception as error:
            self.failures.append(f"{user_action.__name__.strip('_')}: {type(error).__name__} {error}")

    def _wait_until_settled(self) -> None:
        """Wait until everybody has started. A visitor who has not started meets no fault."""
        deadline = time.monotonic() + _SETTLE_TIMEOUT_SECONDS
        while time.monotonic() < deadline:
            successful_kinds = {item.kind for item in self.request_log.between(0.0, deadline) if item.is_ok}
            if (
                successful_kinds >= {PLAYBACK, PAGES, REPORTS, ACTIONS}
                and len(self.request_log.segment_times) > 1
            ):
                return
            time.sleep(0.5)
        raise RuntimeError("not all visitors started")

    def stop_arrivals(self) -> None:
        """Let current visitors finish, and start no new ones."""
        self._arrivals_stopped.set()

    def _get_api_key(self) -> str:
        """Return an API key as a page gets it, after retries. Raises `RuntimeError`."""
        browser, deadline = (
            BrowserClient(self.deployment.port, RequestLog()),
            time.monotonic() + _ARRIVAL_TIMEOUT_SECONDS,
        )
        while not request_api_key(browser):
            if time.monotonic() > deadline:
                raise RuntimeError("no API key was issued")
            time.sleep(1)
        return browser.api_key

    def _load_events(self, browser: BrowserClient) -> list[dict[str, Any]]:
        """Return the games with their keys in the pack."""
        with self.deployment.application() as application:
            catalog: Any = application.container.catalog
            with application.container.database().transaction(ChannelId(1)):
                event_ids = catalog.facade().list_ids_by_key("event")
        return [
            {"key": key, **browser.get(PAGES, f"/events/{event_ids[key]}")["data"]}
            for key in (RECORDED_EVENT, LIVE_EVENT)
        ]

    def _create_browser(self) -> BrowserClient:
        browser = BrowserClient(self.deployment.port, self.request_log)
        browser.api_key = self._get_api_key()
        return browser

    def _watch_recording(self, events: dict[str, Any]) -> None:
        """Play the recording repeatedly, segment by segment."""
        browser = self._create_browser()
        event = browser.get(PAGES, f"/events/{events[RECORDED_EVENT]['id']}")["data"]
        playlist_url = next(
            item["url"] for item in event["media"] if (item["url"] or "").endswith("master.m3u8")
        )
        segments = _list_segments(browser, playlist_url)
        while not self._stopped.is_set():
            for path in segments:
                if self._stopped.wait(0.05):
                    return
                browser.request(PLAYBACK, "GET", path)

    def _watch_live(self, events: dict[str, Any]) -> None:
        """Request the live playlist each second, and its newest segment, as a player does."""
        browser, last_segment = self._create_browser(), ""
        playlist_url = ""
        while not self._stopped.wait(1):
            if not playlist_url:
                playlist_url = _find_live_playlist(browser, events[LIVE_EVENT]["id"])
                if not playlist_url:
                    continue
            playlist_bytes = browser.request(LIVE, "GET", playlist_url)
            names = [
                line for line in (playlist_bytes or b"").decode().splitlines() if line and line[0] != "#"
            ]
            if names and names[-1] != last_segment:
                last_segment = names[-1]
                if browser.request(LIVE, "GET", urljoin(playlist_url, last_segment)) is not None:
                    self.request_log.segment_times.append(time.monotonic())

    def _browse_pages(self, _events: dict[str, Any]) -> None:
        """Request pages, one after the other."""
        browser = self._create_browser()
        paths: tuple[Callable[[], Any], ...] = (
            lambda: browser.get(PAGES, "/channel-bootstrap-data"),
            lambda: browser.get(PAGES, "/events", limit=20),
            lambda: browser.request(PAGES, "GET", "/", headers={"Accept": "text/html"}),
        )
        while not self._stopped.is_set():
            for request_page in paths:
                if self._stopped.wait(0.2):
                    return
                request_page()

    def _send_reports(self, _events: dict[str, Any]) -> None:
        """Send reports, one number at a time, as pages report what was watched."""
        browser = BrowserClient(self.deployment.port, self.request_log)
        base_report = {
            "profile": PROFILE,
            "session_uuid": _SESSION,
            "device_type": "desktop",
            "event": "visit_page",
        }
        for number in count(self._first_number):
            if self._stopped.wait(0.1):
                return
            body = {**base_report, "page": f"/n/{number}"}
            if browser.request(REPORTS, "POST", "/datalake/event/", json=body) is not None:
                self.reported_numbers.append(number)

    def _run_journeys(self, events: dict[str, Any]) -> None:
        """Run one journey after another: arrive, register, follow, buy, cut a clip."""
        while not self._arrivals_stopped.wait(0.3):
            journey = ViewerJourney(
                BrowserClient(self.deployment.port, self.request_log), events[RECORDED_EVENT], self.deployment
            )
            self.journeys.append(journey)
            journey.run()


def _list_segments(browser: BrowserClient, master: str) -> list[str]:
    """Return the URLs of all segments in a recording's first rendition."""
    return [urljoin(playlist, name) for playlist in [_first_rendition(browser, master)]
            for name in _parse_uris(browser.request(PAGES, "GET", playlist))]  # fmt: skip


def _first_rendition(browser: BrowserClient, master: str) -> str:
    path = urlsplit(master).path
    return urljoin(path, _parse_uris(browser.request(PAGES, "GET", path))[0])


def _find_live_playlist(browser: BrowserClient, event_id: int) -> str:
    """Return the URL of the live playlist; "" while nothing plays."""
    event = browser.get(LIVE, f"/events/{event_id}")
    media = event["data"]["media"] if event else []
    stream_url = next((item["url"] for item in media if (item["url"] or "").endswith(".m3u8")), "")
    return _first_rendition(browser, stream_url) if stream_url else ""


def _parse_uris(playlist: bytes) -> list[str]:
    return [line for line in playlist.decode().splitlines() if line and line[0] != "#"]
