"""shaka-player in Chromium: `web/nightly/shaka.ts` plays streams in one browser, and writes a line of JSON
for each.
"""

from __future__ import annotations

import json
import queue
import re
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from contracts.nightly.media.players import PlayerError

_SCRIPT = Path(__file__).parents[3] / "web" / "nightly" / "shaka.ts"
_ERROR = re.compile(r"\w*Error\b.*: ")
_PLAYBACK_RATE = 8
_PLAYBACK_TIMEOUT_SECONDS = 60
"""Seconds until a stream must have ended in the page."""
_EXIT_TIMEOUT_SECONDS = 10
_RESPONSE_TIMEOUT_SECONDS = 150
"""Seconds until the browser must have responded, including its start."""


@dataclass(frozen=True)
class Variant:
    """A variant that the player offers. `bandwidth` is in bits per second."""

    width: int
    height: int
    bandwidth: int


@dataclass(frozen=True)
class Playback:
    """The player's result. Times and lengths are in seconds.

    `error` is empty if the stream played to its end. `pictures` is the number of decoded frames, in `sizes`.
    `buffered` has the ranges with video and audio. `standstill` is the longest freeze of the video. Tracks
    are named by their labels, or by their languages if they have none. `captions` is the number of cues in
    the chosen text track.
    """

    error: str
    duration: float
    pictures: int
    sizes: tuple[tuple[int, int], ...]
    sound_bytes: int
    buffered: tuple[tuple[float, float], ...]
    standstill: float
    captions: int
    variants: tuple[Variant, ...]
    audio_tracks: tuple[str, ...]
    text_tracks: tuple[str, ...]


class ShakaPlayer:
    """Plays one stream after another. A browser that fails is restarted for the next stream."""

    def __init__(self, browser: str) -> None:
        self._browser = browser
        self._process: subprocess.Popen[str] | None = None
        self._responses: queue.Queue[str] = queue.Queue()
        self._errors: queue.Queue[str] = queue.Queue()

    def play(self, url: str, *, skip: tuple[float, float] | tuple[()] = (), **choice: str | int) -> Playback:
        """Play a stream to its end, with `choice` as in `web/nightly/playing.ts`.

        `skip` is the range of a long stream that is not played. Raises `PlayerError` if the browser fails;
        the stream may still be valid.
        """
        process = self._ensure_started()
        request = {
            "url": url,
            "rate": _PLAYBACK_RATE,
            "patience": _PLAYBACK_TIMEOUT_SECONDS,
            "skip": skip,
            **choice,
        }
        assert process.stdin is not None
        # A closed browser accepts no request, and its last response is an empty line.
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
        try:
            response = self._responses.get(timeout=_RESPONSE_TIMEOUT_SECONDS)
        except queue.Empty as error:
            self.close()
            raise PlayerError(f"the browser did not respond within {_RESPONSE_TIMEOUT_SECONDS} s") from error
        if not response:
            self.close()
            raise PlayerError(f"the browser failed: {self._read_error()}")
        return parse_playback(json.loads(response))

    def close(self) -> None:
        """Close the browser."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(_EXIT_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _ensure_started(self) -> subprocess.Popen[str]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._responses, self._errors = queue.Queue(), queue.Queue()
        self._process = subprocess.Popen(
            ["node", str(_SCRIPT), self._browser],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for pipe, lines in ((self._process.stdout, self._responses), (self._process.stderr, self._errors)):
            threading.Thread(target=_read_lines, args=(pipe, lines), daemon=True).start()
        return self._process

    def _read_error(self) -> str:
        """Return the first line of the script's output that names an error."""
        while line := self._errors.get(timeout=_EXIT_TIMEOUT_SECONDS):
            if _ERROR.match(line):
                return line.strip()[:300]
        return "it ended without an error message"


@contextmanager
def run_shaka(browser: str) -> Iterator[ShakaPlayer]:
    """Run shaka-player in the Chromium at this path."""
    player = ShakaPlayer(browser)
    try:
        yield player
    finally:
        player.close()


def parse_playback(response: Mapping[str, Any]) -> Playback:
    """Parse the output of `web/nightly/shaka.ts`."""
    nested_tuples = {name: tuple(tuple(item) for item in response[name]) for name in ("sizes", "buffered")}
    tracks = {name: tuple(response[name]) for name in ("audio_tracks", "text_tracks")}
    variants = tuple(Variant(**item) for item in response["variants"])
    return Playback(**{**response, **nested_tuples, **tracks, "variants": variants})


def _read_lines(pipe: IO[str], lines: queue.Queue[str]) -> None:
    """Queue each line as it arrives. An empty line means the end."""
    with pipe:
        for line in pipe:
            lines.put(line)
    lines.put("")
