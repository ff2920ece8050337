"""Encoders of the demo's live games: each publishes a film without end, as an operator's would."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from imageio_ffmpeg import get_ffmpeg_exe

from touchline.catalog.adapters.cli.live_commands import LiveDesk
from touchline.shared.errors import TouchlineError
from touchline.shared.processes import die_with_parent
from touchline.shared.scrubbing import redact

DVR_SECONDS = 20 * 60
_AGAIN_SECONDS = 3.0
_WHOLE_SECONDS = 6 * 3600
"""Then it begins anew: the clock of an MPEG transport stream turns over after 26 hours."""


@dataclass(frozen=True)
class LiveGame:
    """A live game of a demo pack: its channel's slug, its key, and the film that it shows."""

    channel: str
    event: str
    film: Path


class DemoEncoder:
    """One game's encoder. It comes back by itself: `look` is called now and then."""

    def __init__(self, game: LiveGame, say: Callable[[str], None]) -> None:
        self._game, self._say = game, say
        self._process: subprocess.Popen[bytes] | None = None
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the encoder is; `stop` closes it
        self._next = 0.0
        self._said = ""

    def look(self) -> None:
        """Publish, unless it does so already or has just failed."""
        if (self._process is not None and self._process.poll() is None) or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _AGAIN_SECONDS
        self._tell_why_it_ended()
        try:
            self._process = self._publish()
        except TouchlineError as refused:
            self._tell(f"{self._game.event}: {refused.message}")

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self._errors.close()

    def _publish(self) -> subprocess.Popen[bytes]:
        address = address_of(self._game)
        self._tell(f"{self._game.event}: publishing {self._game.film.name}")
        return subprocess.Popen(
            [
                *(get_ffmpeg_exe(), "-nostdin", "-v", "error", "-re", "-stream_loop", "-1"),
                *("-i", str(self._game.film), "-t", str(_WHOLE_SECONDS), "-c", "copy", "-f", "flv", address),
            ],
            stdin=subprocess.DEVNULL,
            stderr=self._errors,
            preexec_fn=die_with_parent,
        )

    def _tell_why_it_ended(self) -> None:
        """What ffmpeg wrote names the address, and with it the stream key: no log may have that."""
        self._errors.seek(0)
        lines = self._errors.read().decode(errors="replace").splitlines()
        self._errors.seek(0)
        self._errors.truncate()
        if lines:
            self._tell(f"{self._game.event}: {redact(lines[-1])}")

    def _tell(self, line: str) -> None:
        if line != self._said:
            self._said = line
            self._say(line)


def address_of(game: LiveGame) -> str:
    """Where the game's encoder publishes. A stream that has ended, after a long night, begins anew."""
    desk = LiveDesk()
    with desk.inside(desk.channel(game.channel)):
        event_id = desk.event(game.event)
        before = desk.streams.of_event(event_id)
        again = before is not None and not before.is_open
        stream = desk.plain(desk.open(event_id, new_key=again, dvr_seconds=DVR_SECONDS))
    return f"{stream['server']}/{stream['key']}"
