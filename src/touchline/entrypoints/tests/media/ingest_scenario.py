"""A deployment with one game, real ingest processes and real encoders."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import psutil

from touchline.catalog.adapters.cli.stream_commands import StreamCommandContext
from touchline.catalog.domain.media.assets import Asset
from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.tests.pack_fixtures import copy_pack
from touchline.platform.config.settings import Settings
from touchline.platform.db import migrations
from touchline.shared.ids import ChannelId, EventId

TIMEOUT_SECONDS = 120.0
VIDEO_STREAM = ("-f", "lavfi", "-i", "testsrc=s=320x180:r=25")
AUDIO_STREAM = ("-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000")
VIDEO_ENCODING = (
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-tune",
    "zerolatency",
    "-pix_fmt",
    "yuv420p",
    "-g",
    "25",
)
_NEVER = threading.Event()


class IngestScenario:
    """A deployment with one game, its ingest processes and its encoders.

    `port` is the first of `port_count` ports. The files in `pack_overlays` replace those of the pack. Methods
    without an event are about the game.
    """

    def __init__(
        self,
        folder: Path,
        port: int,
        *,
        port_count: int = 1,
        pack_overlays: Sequence[Path] = (),
        **settings: Any,
    ) -> None:
        self.settings = Settings(
            var=folder / "var",
            secret_key="only for this test",
            queue="inline",
            ingest_ports=f"{port}-{port + port_count - 1}",
            **settings,
        )
        self.settings.var.mkdir()
        self.application = Application(self.settings)
        self.database = self.application.container.database()
        migrations.upgrade(self.database.engine)
        self.application.container.front.apply_pack()(copy_pack("whole", folder, *pack_overlays))
        container: Any = self.application.container
        self.catalog = container.catalog
        with self.database.transaction(None, unscoped=True):
            (self.channel_id,) = self.catalog.channel_directory().list_ids_by_slug().values()
        with self.transaction():
            self.event_id = EventId(self.catalog.facade().list_ids_by_key("event")["coach-talk"])
        self._started: list[psutil.Popen] = []

    def transaction(self) -> Any:
        return self.database.transaction(ChannelId(self.channel_id))

    def create_stream_key(
        self, slot: EncoderSlot = EncoderSlot.PRIMARY, event_id: EventId | None = None
    ) -> tuple[str, str]:
        """Return server and stream key, as `touchline streams open` prints them."""
        admin = StreamCommandContext()
        with self.transaction():
            stream = admin.serialize_stream(admin.open_stream(event_id or self.event_id))
        return stream["server"], stream["key" if slot is EncoderSlot.PRIMARY else "backup_key"]

    def stream(self, event_id: EventId | None = None) -> LiveStream:
        with self.transaction():
            found: LiveStream = self.catalog.streams().get_by_event(event_id or self.event_id)
        return found

    def recording(self) -> Asset | None:
        with self.transaction():
            asset_id = self.stream().asset_id
            found: Asset | None = self.catalog.assets().get(asset_id) if asset_id else None
        return found

    def start_ingest(self, **variables: str) -> psutil.Popen:
        """Start an ingest process, with more environment variables."""
        environment = {name: text for name, text in os.environ.items() if not name.startswith("TOUCHLINE_")}
        environment |= {
            "TOUCHLINE_VAR": str(self.settings.var),
            "TOUCHLINE_SECRET_KEY": self.settings.secret_key,
            "TOUCHLINE_QUEUE": "inline",
            "TOUCHLINE_INGEST_PORTS": self.settings.ingest_ports,
            **variables,
        }
        command = [sys.executable, "-m", "touchline", "ingest"]
        return self._run(command, environment)

    def start_encoder(
        self,
        key: str | None = None,
        slot: EncoderSlot = EncoderSlot.PRIMARY,
        *,
        event_id: EventId | None = None,
        source: Path | None = None,
    ) -> psutil.Popen:
        """Start an encoder that publishes until it is stopped: a test picture, or a file."""
        server, right_key = self.create_stream_key(slot, event_id)
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re"]
        if source is None:
            command += [*VIDEO_STREAM, *AUDIO_STREAM, *VIDEO_ENCODING, "-c:a", "aac"]
        else:
            command += ["-stream_loop", "-1", "-i", str(source), "-c", "copy"]
        return self._run([*command, "-f", "flv", f"{server}/{key or right_key}"], dict(os.environ))

    def playlist(self, event_id: EventId | None = None) -> str:
        try:
            with self.catalog.storage().open(f"{self.stream(event_id).folder}/source.m3u8") as file:
                return str(file.read(), "utf-8")
        except LookupError:
            return ""

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Poll a condition until it is true, for two minutes at most."""
        end = time.monotonic() + TIMEOUT_SECONDS
        while not true():
            assert time.monotonic() < end, f"the condition was not met in time: {self.stream()}"
            _NEVER.wait(0.1)

    def close(self) -> None:
        for process in self._started:
            for member in [*descendants(process), process]:
                if member.is_running():
                    member.kill()
            process.wait()
        self.application.close()

    def _run(self, command: list[str], environment: dict[str, str]) -> psutil.Popen:
        self._started.append(psutil.Popen(command, env=environment, stderr=subprocess.DEVNULL))
        return self._started[-1]


def descendants(process: psutil.Popen) -> list[psutil.Process]:
    return list(process.children(recursive=True)) if process.is_running() else []


def find_free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
