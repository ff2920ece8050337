"""Turns the chunks of a phone camera into segments, in the receiver's process."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adapters.ingest.camera.chunk_folder import ChunkFolder, FolderChunk
from adapters.ingest.camera.fragments import Fragment, FragmentReader, InvalidChunkError, read_packets
from adapters.ingest.camera.positions import PositionLogWriter
from adapters.ingest.media.live_stream import START_PTS, LiveStream
from adapters.ingest.media.source_packets import AudioPacket, VideoPacket
from touchline.catalog.domain.media.camera_sessions import CameraPosition

_RECORDING_STEP_MS = 48 * 3600 * 1000
"""Distance between the timestamps of two recordings. The timeline lets the second one follow the first."""
DAMAGED = "A part of the phone's video is damaged and was left out."


def receive_chunks(config: dict[str, Any], folder: Path, renditions: Sequence[str], *, exactly: bool) -> None:
    """Read the chunks in `config["chunks"]` until the end, from `config["start"]` on."""
    log_writer = PositionLogWriter(folder, START_PTS)
    stream = LiveStream(folder, renditions, log_writer, exactly=exactly, has_parts=config["has_parts"])
    receiver = _Receiver(stream, log_writer, CameraPosition(**config["start"]))
    for index, chunk in enumerate(ChunkFolder(Path(config["chunks"])).read()):
        if index == 0:
            log_writer.write_start()
        log_writer.mark_activity()
        if not receiver.add(chunk):
            return
    log_writer.finish(receiver.position)
    stream.finish()


class _Receiver:
    """Gives the packets of the chunks to the stream. `position` is what follows the complete fragments."""

    def __init__(self, stream: LiveStream, log_writer: PositionLogWriter, start: CameraPosition) -> None:
        self._stream, self._log, self._start = stream, log_writer, start
        self._recording: int | None = None
        self._reader = FragmentReader()
        self._is_unreadable = False
        self.position = start

    def add(self, chunk: FolderChunk) -> bool:
        """Process a chunk. Returns False if the stream cannot be used."""
        if chunk.recording != self._recording:
            self._recording, self._reader, self._is_unreadable = chunk.recording, FragmentReader(), False
        is_usable = True
        try:
            if chunk.number <= self._start.chunk:
                self._read_parameters(chunk)
            if chunk.number >= self._start.chunk and not self._is_unreadable:
                is_usable = self._read(chunk)
        except InvalidChunkError:
            self._is_unreadable = True
            self._log.write_fault(DAMAGED)
        if chunk.number >= self._start.chunk:
            self.position = self._find_position(chunk)
        return is_usable

    def _read_parameters(self, chunk: FolderChunk) -> None:
        """Read the parameters in the first chunk of a recording whose beginning is published."""
        if self._reader.initialization:
            return
        parameters = FragmentReader()
        for _ in parameters.feed(chunk.number, chunk.data):
            pass
        offset = self._start.offset if chunk.number == self._start.chunk else len(chunk.data)
        self._reader = FragmentReader(parameters.initialization if offset else b"")

    def _read(self, chunk: FolderChunk) -> bool:
        offset = self._start.offset if chunk.number == self._start.chunk else 0
        return all(
            self._stream.process(self._read_packets(fragment))
            for fragment in self._reader.feed(chunk.number, chunk.data, offset)
        )

    def _find_position(self, chunk: FolderChunk) -> CameraPosition:
        if self._is_unreadable:
            return CameraPosition(chunk.number + 1)
        number, offset = self._reader.get_end()
        is_complete = number == chunk.number and offset == len(chunk.data)
        return CameraPosition(chunk.number + 1) if is_complete else CameraPosition(number, offset)

    def _read_packets(self, fragment: Fragment) -> Iterator[VideoPacket | AudioPacket]:
        """Yield the packets of a fragment that are not published, and log the positions of its keyframes."""
        is_start = (fragment.chunk, fragment.offset) == (self._start.chunk, self._start.offset)
        skip_until = self._start.skip_until_ms if is_start else 0
        base = (self._recording or 0) * _RECORDING_STEP_MS
        try:
            for packet in read_packets(self._reader.initialization, fragment):
                if packet.dts < skip_until:
                    continue
                if not isinstance(packet, VideoPacket):
                    yield replace(packet, dts=packet.dts + base)
                    continue
                if packet.is_keyframe:
                    position = CameraPosition(fragment.chunk, fragment.offset, packet.dts)
                    self._log.start_keyframe(position, lambda: self._stream.last_pts)
                yield replace(packet, dts=packet.dts + base, pts=packet.pts + base)
                self._log.finish_keyframe()
        except InvalidChunkError:
            self._log.write_fault(DAMAGED)
