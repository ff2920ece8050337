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

from contracts.media.players import PlayerError

_SCRIPT = Path(__file__).parents[2] / "web" / "nightly" / "shaka.ts"
_ERROR = re.compile(r"\w*Error\b.*: ")
_RATE = 8
_PATIENCE_SECONDS = 60
"""Until a stream must have ended in the page."""
_END_SECONDS = 10
_ANSWER_SECONDS = 150
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


class Shaka:
    """Plays one stream after another. A browser that fails is started anew for the next stream."""

    def __init__(self, browser: str) -> None:
        self._browser = browser
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str] = queue.Queue()
        self._errors: queue.Queue[str] = queue.Queue()

    def play(self, url: str, *, skip: tuple[float, float] | tuple[()] = (), **choice: str | int) -> Playback:
        """Play a stream to its end, `choice` of it as in `web/nightly/playing.ts`.

        `skip` says from and to which instant a long one is not played. `PlayerError` where the browser fails,
        which says nothing about the stream.
        """
        process = self._started()
        asked = {"url": url, "rate": _RATE, "patience": _PATIENCE_SECONDS, "skip": skip, **choice}
        assert process.stdin is not None
        # A browser that has ended takes no question, and its last answer is an empty line.
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(asked) + "\n")
            process.stdin.flush()
        try:
            answer = self._answers.get(timeout=_ANSWER_SECONDS)
        except queue.Empty as error:
            self.close()
            raise PlayerError(f"the browser did not answer within {_ANSWER_SECONDS} s") from error
        if not answer:
            self.close()
            raise PlayerError(f"the browser failed: {self._reason()}")
        return read_playback(json.loads(answer))

    def close(self) -> None:
        """End the browser."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _started(self) -> subprocess.Popen[str]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        self._answers, self._errors = queue.Queue(), queue.Queue()
        self._process = subprocess.Popen(
            ["node", str(_SCRIPT), self._browser],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for pipe, lines in ((self._process.stdout, self._answers), (self._process.stderr, self._errors)):
            threading.Thread(target=_read, args=(pipe, lines), daemon=True).start()
        return self._process

    def _reason(self) -> str:
        """Return the first line of what the script wrote that names an error."""
        while line := self._errors.get(timeout=_END_SECONDS):
            if _ERROR.match(line):
                return line.strip()[:300]
        return "it ended without a word"


@contextmanager
def shaka(browser: str) -> Iterator[Shaka]:
    """Have shaka-player at hand, in the Chromium at this path."""
    player = Shaka(browser)
    try:
        yield player
    finally:
        player.close()


def read_playback(answer: Mapping[str, Any]) -> Playback:
    """Read what `web/nightly/shaka.ts` writes."""
    rows = {name: tuple(tuple(each) for each in answer[name]) for name in ("sizes", "buffered")}
    tracks = {name: tuple(answer[name]) for name in ("audio_tracks", "text_tracks")}
    variants = tuple(Variant(**each) for each in answer["variants"])
    return Playback(**{**answer, **rows, **tracks, "variants": variants})


def _read(pipe: IO[str], lines: queue.Queue[str]) -> None:
    """Hand over each line as it comes; an empty one is the end."""
    with pipe:
        for line in pipe:
            lines.put(line)
    lines.put("")
