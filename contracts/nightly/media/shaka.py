"""shaka-player in Chromium: `web/nightly/shaka.ts` plays streams in one browser, a line of JSON for each."""

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
"""Until a stream must have ended in the page."""
_EXIT_TIMEOUT_SECONDS = 10
_RESPONSE_TIMEOUT_SECONDS = 150
"""Until the browser must have answered, its own start included."""


@dataclass(frozen=True)
class Variant:
    """A variant that the player offers; `bandwidth` is in bits a second."""

    width: int
    height: int
    bandwidth: int


@dataclass(frozen=True)
class Playback:
    """What the player showed. Instants and lengths are in seconds.

    `error` is empty where the stream was played to its end. `pictures` were decoded, in `sizes`. `buffered`
    says from where to where there were picture and sound, `standstill` how long the picture stood still at
    most. Tracks are named by their labels, or by their languages where they have none; `captions` is how many
    the chosen text track has.
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
    """Plays one stream after another. A browser that fails is started anew for the next stream."""

    def __init__(self, browser: str) -> None:
        self._browser = browser
        self._process: subprocess.Popen[str] | None = None
        self._responses: queue.Queue[str] = queue.Queue()
        self._errors: queue.Queue[str] = queue.Queue()

    def play(self, url: str, *, skip: tuple[float, float] | tuple[()] = (), **choice: str | int) -> Playback:
        """Play a stream to its end, `choice` of it as in `web/nightly/playing.ts`.

        `skip` says from and to which instant a long one is not played. `PlayerError` where the browser fails,
        which says nothing about the stream.
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
        # A browser that has ended takes no question, and its last answer is an empty line.
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
        try:
            response = self._responses.get(timeout=_RESPONSE_TIMEOUT_SECONDS)
        except queue.Empty as error:
            self.close()
            raise PlayerError(f"the browser did not answer within {_RESPONSE_TIMEOUT_SECONDS} s") from error
        if not response:
            self.close()
            raise PlayerError(f"the browser failed: {self._read_error()}")
        return parse_playback(json.loads(response))

    def close(self) -> None:
        """End the browser."""
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
        """Return the first line of what the script wrote that names an error."""
        while line := self._errors.get(timeout=_EXIT_TIMEOUT_SECONDS):
            if _ERROR.match(line):
                return line.strip()[:300]
        return "it ended without a word"


@contextmanager
def run_shaka(browser: str) -> Iterator[ShakaPlayer]:
    """Have shaka-player at hand, in the Chromium at this path."""
    player = ShakaPlayer(browser)
    try:
        yield player
    finally:
        player.close()


def parse_playback(response: Mapping[str, Any]) -> Playback:
    """Read what `web/nightly/shaka.ts` writes."""
    nested_tuples = {name: tuple(tuple(item) for item in response[name]) for name in ("sizes", "buffered")}
    tracks = {name: tuple(response[name]) for name in ("audio_tracks", "text_tracks")}
    variants = tuple(Variant(**item) for item in response["variants"])
    return Playback(**{**response, **nested_tuples, **tracks, "variants": variants})


def _read_lines(pipe: IO[str], lines: queue.Queue[str]) -> None:
    """Hand over each line as it comes; an empty one is the end."""
    with pipe:
        for line in pipe:
            lines.put(line)
    lines.put("")
