"""The job that makes the recording of a finished stream from what the encoder sent."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from touchline.catalog.application.live.hls_publisher import read_published_playlist
from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live_captions.caption_store import NoLiveCaptions
from touchline.catalog.application.live_captions.recorded_captions import RecordedCaptions
from touchline.catalog.application.media.add_media import AddMedia, VideoUpload
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.live_playlists import PlaylistEntry
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.wall_clock import ClockAnchor, build_anchors
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.media.ingest import SOURCE
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import VideoPackager
from touchline.shared.ids import ChannelId

log = logging.getLogger(__name__)
RECORDING_NAME = "Recording"
_BUFFER_SIZE = 1 << 20


class JoinRecording:
    """Job: join the source segments of all ingest sessions into one file and add it like an uploaded video.

    The job is idempotent and can be killed at any time: adding the file and noting its asset on the stream
    happen in one transaction. Missing segments are left out.
    """

    def __init__(
        self,
        live_store: LiveStreamStore,
        storage: Storage,
        packager: VideoPackager,
        add_media: AddMedia,
        assets: Assets,
        captions: RecordedCaptions | None = None,
    ) -> None:
        self._live_store = live_store
        self._storage = storage
        self._packager = packager
        self._add_media = add_media
        self._assets = assets
        self._captions = captions or RecordedCaptions(NoLiveCaptions())

    def __call__(self, channel_id: ChannelId, stream_id: LiveStreamId) -> None:
        """Make the recording. Do nothing if it exists or if there are no segments."""
        stream = self._live_store.get(channel_id, stream_id)
        if stream is None or not stream.needs_recording:
            return
        with self._storage.workspace(f"recording-{stream.id}") as workspace:
            session_files, segments = self._join_sessions(stream, workspace)
            if not session_files:
                log.warning("stream %s has nothing left to record", stream.id)
                return
            recording_file = session_files[0]
            if len(session_files) > 1:
                recording_file = workspace / "whole.ts"
                self._packager.join(session_files, recording_file)
            file = VideoUpload(
                channel_id,
                recording_file,
                (MediaOwner("event", stream.event_id),),
                captions=self._captions.write_files(stream, segments, workspace),
                name=RECORDING_NAME,
            )
            stored_sha256 = self._add_media.store_source(file)
            self._live_store.update(
                channel_id,
                stream_id,
                lambda current_stream: self._add_recording(
                    current_stream, stream, file, stored_sha256, build_anchors(segments)
                ),
            )

    def _add_recording(
        self,
        stream: LiveStream,
        snapshot: LiveStream,
        file: VideoUpload,
        stored_sha256: str,
        anchors: Sequence[ClockAnchor],
    ) -> None:
        """Add the recording unless the stream resumed in the meantime. Another job then joins all
        sessions."""
        if stream.needs_recording and stream.finished_at == snapshot.finished_at:
            asset = self._add_media(file, stored_sha256)
            self._assets.save_clock_anchors(asset.id, anchors)
            stream.asset_id = asset.id

    def _join_sessions(self, stream: LiveStream, workspace: Path) -> tuple[list[Path], list[PlaylistEntry]]:
        """Return one file for each time that an ingest session was on air, and the segments in them. MPEG-TS
        segments that follow each other in a session are joined by concatenation.
        """
        session_files, segments = [], []
        for number, entries in enumerate(read_published_playlist(self._storage, stream).list_runs()):
            target = workspace / f"session-{number}.ts"
            with target.open("wb") as out:
                for entry in entries:
                    if self._append_segment(stream, entry, out):
                        segments.append(entry)
            if target.stat().st_size:
                session_files.append(target)
        return session_files, segments

    def _append_segment(self, stream: LiveStream, entry: PlaylistEntry, out: BinaryIO) -> bool:
        """Append a segment, and return whether it still exists."""
        try:
            with self._storage.open(f"{stream.folder}/{SOURCE}/{entry.name}") as segment:
                shutil.copyfileobj(segment, out, _BUFFER_SIZE)
        except StoredFileNotFoundError:
            log.warning("stream %s has no segment %s", stream.id, entry.name)
            return False
        return True
