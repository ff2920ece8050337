"""People who watch, look around and tell, all the time, whatever happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Event, Thread
from typing import Any
from urllib.parse import urljoin, urlsplit

from contracts.faults.diary import ACT, LIVE, LOOK, PATIENCE, PLAY, TELL, Browser, Diary
from contracts.faults.lives import Life, arrive
from contracts.faults.stage import LIVE as LIVE_GAME
from contracts.faults.stage import RECORDED, Stage
from touchline.shared.ids import ChannelId

_SETTLED_WITHIN = 180.0
_ARRIVES_WITHIN = 120.0
PROFILE = "prairie-sports-network"
_SESSION = "0123456789abcdef0123456789abcdef"


class Crowd:
    """All visitors of a fault. `lives` are those who register and buy; `told` are the numbers of what was
    reported and taken; `stumbled` says who got an answer that nobody can go on with."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.diary = stage, Diary()
        self.lives: list[Life] = []
        self.told: list[int] = []
        self.stumbled: list[str] = []
        self._over, self._no_more = Event(), Event()
        self._threads: list[Thread] = []
        self._first = int(time.time() * 1000) % 10**9 * 1000

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Let everybody come; at the end whoever has begun to live ends that first."""
        at_home = Browser(self.stage.port, self.diary)
        at_home.api_key = self._key()
        games = {one["key"]: one for one in self._games(at_home)}
        for visit in (self._watch, self._watch_live, self._look, self._tell, self._live, self._live):
            self._threads.append(Thread(target=self._visit, args=(visit, games), daemon=True))
        for thread in self._threads:
            thread.start()
        try:
            self._settle()
            yield
        finally:
            self._no_more.set()
            for thread in self._threads[-2:]:
                thread.join(PATIENCE * 8)
            self._over.set()
            for thread in self._threads:
                thread.join(PATIENCE * 2)
            self.stumbled += [f"{one.name} never came to an end" for one in self._threads if one.is_alive()]

    def _visit(self, visit: Callable[[dict[str, Any]], None], games: dict[str, Any]) -> None:
        """A visitor who falls silent would see nothing go wrong any more, so that is told."""
        try:
            visit(games)
        except Exception as wrong:
            self.stumbled.append(f"{visit.__name__.strip('_')}: {type(wrong).__name__} {wrong}")

    def _settle(self) -> None:
        """Wait until everybody has begun: whoever did not is not disturbed by anything."""
        until = time.monotonic() + _SETTLED_WITHIN
        while time.monotonic() < until:
            seen = {one.kind for one in self.diary.between(0.0, until) if one.fine}
            if seen >= {PLAY, LOOK, TELL, ACT} and len(self.diary.segments) > 1:
                return
            time.sleep(0.5)
        raise RuntimeError("not all visitors got in")

    def no_more_newcomers(self) -> None:
        """Who has begun ends what they do; nobody else comes."""
        self._no_more.set()

    def _key(self) -> str:
        """An api key as a page gets it, after some tries if need be; `RuntimeError`."""
        browser, until = Browser(self.stage.port, Diary()), time.monotonic() + _ARRIVES_WITHIN
        while not arrive(browser):
            if time.monotonic() > until:
                raise RuntimeError("nobody gets a key")
            time.sleep(1)
        return browser.api_key

    def _games(self, browser: Browser) -> list[dict[str, Any]]:
        """The games with the keys they have in the pack."""
        with self.stage.house() as house:
            catalog: Any = house.container.catalog
            with house.container.database().transaction(ChannelId(1)):
                known = catalog.facade().ids_by_key("event")
        return [
            {"key": key, **browser.get(LOOK, f"/events/{known[key]}")["data"]}
            for key in (RECORDED, LIVE_GAME)
        ]

    def _browser(self) -> Browser:
        browser = Browser(self.stage.port, self.diary)
        browser.api_key = self._key()
        return browser

    def _watch(self, games: dict[str, Any]) -> None:
        """Plays the recording round and round, segment by segment."""
        browser = self._browser()
        game = browser.get(LOOK, f"/events/{games[RECORDED]['id']}")["data"]
        address = next(one["url"] for one in game["media"] if (one["url"] or "").endswith("master.m3u8"))
        segments = _segments(browser, address)
        while not self._over.is_set():
            for path in segments:
                if self._over.wait(0.05):
                    return
                browser.ask(PLAY, "GET", path)

    def _watch_live(self, games: dict[str, Any]) -> None:
        """Asks for the live playlist each second and for its newest segment, as a player does."""
        browser, known = self._browser(), ""
        address = ""
        while not self._over.wait(1):
            if not address:
                address = _playing(browser, games[LIVE_GAME]["id"])
                if not address:
                    continue
            told = browser.ask(LIVE, "GET", address)
            names = [line for line in (told or b"").decode().splitlines() if line and line[0] != "#"]
            if names and names[-1] != known:
                known = names[-1]
                if browser.ask(LIVE, "GET", urljoin(address, known)) is not None:
                    self.diary.segments.append(time.monotonic())

    def _look(self, _games: dict[str, Any]) -> None:
        """Opens pages."""
        browser = self._browser()
        paths: tuple[Callable[[], Any], ...] = (
            lambda: browser.get(LOOK, "/channel-bootstrap-data"),
            lambda: browser.get(LOOK, "/events", limit=20),
            lambda: browser.ask(LOOK, "GET", "/", headers={"Accept": "text/html"}),
        )
        while not self._over.is_set():
            for look in paths:
                if self._over.wait(0.2):
                    return
                look()

    def _tell(self, _games: dict[str, Any]) -> None:
        """Reports a number at a time, as pages report what was watched."""
        browser = Browser(self.stage.port, self.diary)
        said = {"profile": PROFILE, "session_uuid": _SESSION, "device_type": "desktop", "event": "visit_page"}
        for number in count(self._first):
            if self._over.wait(0.1):
                return
            body = {**said, "page": f"/n/{number}"}
            if browser.ask(TELL, "POST", "/datalake/event/", json=body) is not None:
                self.told.append(number)

    def _live(self, games: dict[str, Any]) -> None:
        """One life after the other: comes, registers, follows, buys, cuts a clip."""
        while not self._no_more.wait(0.3):
            life = Life(Browser(self.stage.port, self.diary), games[RECORDED], self.stage)
            self.lives.append(life)
            life.live()


def _segments(browser: Browser, master: str) -> list[str]:
    """The addresses of all segments of a recording's first rendition."""
    return [urljoin(playlist, name) for playlist in [_rendition(browser, master)]
            for name in _names(browser.ask(LOOK, "GET", playlist))]  # fmt: skip


def _rendition(browser: Browser, master: str) -> str:
    path = urlsplit(master).path
    return urljoin(path, _names(browser.ask(LOOK, "GET", path))[0])


def _playing(browser: Browser, event_id: int) -> str:
    """The address of the live playlist; "" while nothing plays."""
    game = browser.get(LIVE, f"/events/{event_id}")
    media = game["data"]["media"] if game else []
    found = next((one["url"] for one in media if (one["url"] or "").endswith(".m3u8")), "")
    return _rendition(browser, found) if found else ""


def _names(playlist: bytes) -> list[str]:
    return [line for line in playlist.decode().splitlines() if line and line[0] != "#"]
