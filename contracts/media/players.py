"""Players of others, over HTTP: ffmpeg, yt-dlp and streamlink download a package, and the file is measured.

yt-dlp and streamlink live in `.venv/players`, which `make nightly` fills from `players.lock`.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import imageio_ffmpeg

from contracts.media.readings import Reading, read_file
from touchline.catalog.ports.video import MASTER

PLAYERS = ("ffmpeg", "yt-dlp", "streamlink")
PROGRAMS = Path(__file__).parents[2] / ".venv" / "players" / "bin"
_SECONDS = 120


class PlayerError(Exception):
    """A player ended with an error; the text is the end of what it wrote."""


class _Handler(SimpleHTTPRequestHandler):
    """Serves a folder without a word, playlists under the type that RFC 8216 asks for."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".m3u8": "application/vnd.apple.mpegurl",
        ".ts": "video/mp2t",
        ".vtt": "text/vtt",
    }

    def log_message(self, *_message: object) -> None:
        """Write nothing."""


class _Server(ThreadingHTTPServer):
    """Says nothing of players that end a download early."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over what a player broke off; tell everything else."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine; the value is its address."""
    server = _Server(("127.0.0.1", 0), partial(_Handler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def play(player: str, url: str, target: Path) -> Reading:
    """Download a stream with a player; `PlayerError` where it does not play it."""
    command = _command(player, url, target)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise PlayerError(f"not done after {_SECONDS} s") from error
    if done.returncode or not target.exists():
        raise PlayerError((done.stderr or done.stdout).strip()[-300:])
    return read_file(target)


def _command(player: str, url: str, target: Path) -> Sequence[str]:
    ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
    if player == "ffmpeg":  # by its own choice: the largest picture and the default sound
        quiet = ("-nostdin", "-v", "error", "-y")
        return [ffmpeg, *quiet, "-i", url, "-sn", "-c", "copy", str(target)]
    if player == "yt-dlp":
        options = ("--ignore-config", "--no-progress", "--quiet", "--no-warnings", "--no-part")
        return [str(PROGRAMS / player), *options, "--ffmpeg-location", ffmpeg, "-o", str(target), url]
    quiet = ("--no-config", "--loglevel", "error", "--force")
    return [str(PROGRAMS / player), *quiet, "--ffmpeg-ffmpeg", ffmpeg, "-o", str(target), url, "best"]


def player_failures(players: Sequence[str], package: Path, largest: Reading, scratch: Path) -> Iterator[str]:
    """Yield what went wrong where each player downloads a package, compared with its largest rendition."""
    with served(package) as address:
        for player in players:
            target = scratch / f"{player}.{'ts' if player == 'streamlink' else 'mp4'}"
            try:
                reading = play(player, f"{address}/{MASTER}", target)
            except PlayerError as error:
                yield f"{player}: {error}"
                continue
            yield from (f"{player}: {each}" for each in _differences(reading, largest))


def _differences(reading: Reading, largest: Reading) -> Iterator[str]:
    """A player may choose any rendition, but all have the same pictures and the same sound."""
    if len(reading.times) != len(largest.times):
        yield f"{len(reading.times)} pictures, not {len(largest.times)}"
    if len(reading.beeps()) != len(largest.beeps()):
        yield f"{len(reading.beeps())} beeps, not {len(largest.beeps())}"
    for (at, off), (_, own) in zip(reading.offsets(), largest.offsets(), strict=False):
        if abs(off - own) > 5:
            yield f"sound is {off:+.0f} ms off at {at:.2f} s, {own:+.0f} ms in the segments"
            return
