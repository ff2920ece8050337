"""A viewer of a live stream: when new media is listed, and how long the picture would stand still."""

from __future__ import annotations

import re
import threading
import time
from itertools import pairwise
from urllib.parse import urljoin, urlsplit

from contracts.nightly.faults.request_log import PAGES, PLAYBACK, BrowserClient, RequestLog
from contracts.nightly.faults.viewer_journeys import request_api_key

LIVE, RECORDING = 2, 3
"""Media types of the API."""
_POLL_SECONDS = 0.3
_BUFFER_SECONDS = 4.0
"""How far a player stays behind the newest segment."""
_DURATION = re.compile(r"^#EXTINF:([0-9.]+)", re.MULTILINE)


class Site:
    """The site as a browser requests it."""

    def __init__(self, port: int) -> None:
        self._browser = BrowserClient(port, RequestLog())

    def fetch(self, url: str) -> bytes | None:
        """Return the content of a media URL; None if the response is no success."""
        content: bytes | None = self._browser.request(PLAYBACK, "GET", url)
        return content

    def find_playlist(self, event_id: int, media_type: int) -> str:
        """Return the URL of the first rendition of an event's stream or recording; "" while there is none.

        `media_type` is that of the API: `LIVE` or `RECORDING`.
        """
        if not self._browser.api_key and not request_api_key(self._browser):
            return ""
        event = self._browser.get(PAGES, f"/events/{event_id}")
        media = event["data"]["media"] if event else []
        url = next((item["url"] for item in media if item["url"] and item["type"] == media_type), "")
        master = (self.fetch(urlsplit(url).path) if url else None) or b""
        variants = [line for line in master.decode().splitlines() if line and not line.startswith("#")]
        return urljoin(urlsplit(url).path, variants[0]) if variants else ""


class Viewer(threading.Thread):
    """Polls the playlist of a stream until `stop`."""

    def __init__(self, site: Site, event_id: int) -> None:
        super().__init__(daemon=True)
        self._site, self._event_id = site, event_id
        self._stopped = threading.Event()
        self._listed: list[tuple[float, float]] = []

    def run(self) -> None:
        """Note the length of the playlist each time it has grown."""
        url = ""
        while not self._stopped.wait(_POLL_SECONDS):
            url = url or self._site.find_playlist(self._event_id, LIVE)
            playlist = self._site.fetch(url) if url else None
            if playlist:
                self._note(sum(map(float, _DURATION.findall(playlist.decode()))))

    def stop(self) -> None:
        """Stop watching."""
        self._stopped.set()
        self.join()

    def measure_dark_seconds(self) -> float:
        """Return the longest time for which a player would have had nothing to play."""
        if not self._listed:
            return float("inf")
        position, dark, longest = max(0.0, self._listed[0][1] - _BUFFER_SECONDS), 0.0, 0.0
        for (seen_at, length), (next_seen_at, _) in pairwise(self._listed):
            playable = min(next_seen_at - seen_at, max(0.0, length - position))
            position += playable
            dark = next_seen_at - seen_at - playable + (dark if playable == 0 else 0.0)
            longest = max(longest, dark)
        return longest

    def _note(self, length: float) -> None:
        if not self._listed or length > self._listed[-1][1]:
            self._listed.append((time.monotonic(), length))
