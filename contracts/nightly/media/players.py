"""Other players over HTTP: ffmpeg, yt-dlp and streamlink download a package, and the file is measured.

yt-dlp and streamlink are installed in `.venv/players`, which `make nightly` fills from `players.lock`.
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

from contracts.media.decoded_streams import DecodedStream, decode_file
from touchline.catalog.ports.media.video_packager import MASTER

PLAYERS = ("ffmpeg", "yt-dlp", "streamlink")
PLAYER_FOLDER = Path(__file__).parents[3] / ".venv" / "players" / "bin"
_TIMEOUT_SECONDS = 120


class PlayerError(Exception):
    """A player failed. The message is the end of its output."""


class _FileHandler(SimpleHTTPRequestHandler):
    """Serves a folder without logging. Playlists have the type that RFC 8216 requires."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {
        ".m3u8": "application/vnd.apple.mpegurl",
        ".ts": "video/mp2t",
        ".vtt": "text/vtt",
    }

    def log_message(self, *_message: object) -> None:
        """Write nothing."""


class _FileServer(ThreadingHTTPServer):
    """Ignores players that end a download early."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore an aborted download, and report every other error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    """Serve a folder on a free port of this machine, and yield its URL."""
    server = _FileServer(("127.0.0.1", 0), partial(_FileHandler, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def download_stream(player: str, url: str, target: Path) -> DecodedStream:
    """Download a stream with a player. Raises `PlayerError` if it does not play."""
    command = _player_command(player, url, target)
    try:
        completed = subprocess.run(
            command, capture_output=True, text=True, timeout=_TIMEOUT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise PlayerError(f"not finished after {_TIMEOUT_SECONDS} s") from error
    if completed.returncode or not target.exists():
        raise PlayerError((completed.stderr or completed.stdout).strip()[-300:])
    return decode_file(target)


def _player_command(player: str, url: str, target: Path) -> Sequence[str]:
    ffmpeg = imageio_ffmpeg.get_ffmpeg_exe()
    if player == "ffmpeg":  # its own default: the largest frames and the default audio
        quiet_options = ("-nostdin", "-v", "error", "-y")
        return [ffmpeg, *quiet_options, "-i", url, "-sn", "-c", "copy", str(target)]
    if player == "yt-dlp":
        options = ("--ignore-config", "--no-progress", "--quiet", "--no-warnings", "--no-part")
        return [str(PLAYER_FOLDER / player), *options, "--ffmpeg-location", ffmpeg, "-o", str(target), url]
    quiet_options = ("--no-config", "--loglevel", "error", "--force")
    return [
        str(PLAYER_FOLDER / player),
        *quiet_options,
        "--ffmpeg-ffmpeg",
        ffmpeg,
        "-o",
        str(target),
        url,
        "best",
    ]


def check_players(
    players: Sequence[str], package_folder: Path, largest: DecodedStream, output_folder: Path
) -> Iterator[str]:
    """Yield the problems of each player's download, compared with the largest rendition."""
    with serve_folder(package_folder) as base_url:
        for player in players:
            target = output_folder / f"{player}.{'ts' if player == 'streamlink' else 'mp4'}"
            try:
                stream = download_stream(player, f"{base_url}/{MASTER}", target)
            except PlayerError as error:
                yield f"{player}: {error}"
                continue
            yield from (f"{player}: {failure}" for failure in _compare_streams(stream, largest))


def _compare_streams(stream: DecodedStream, largest: DecodedStream) -> Iterator[str]:
    """Yield differences. A player may choose any rendition, but all have the same frames and the same
    audio."""
    if len(stream.frame_times) != len(largest.frame_times):
        yield f"{len(stream.frame_times)} frames, not {len(largest.frame_times)}"
    if len(stream.find_beeps()) != len(largest.find_beeps()):
        yield f"{len(stream.find_beeps())} beeps, not {len(largest.find_beeps())}"
    for (time, offset), (_, expected_offset) in zip(stream.av_offsets(), largest.av_offsets(), strict=False):
        if abs(offset - expected_offset) > 5:
            yield (
                f"audio is {offset:+.0f} ms out of sync at {time:.2f} s, "
                f"{expected_offset:+.0f} ms in the segments"
            )
            return
