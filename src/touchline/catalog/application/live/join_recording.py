"""The job that makes the recording of a finished stream from what the encoder sent."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from touchline.catalog.application.live.hls_publisher import read_published_master, read_published_playlist
from touchline.catalog.application.live.live_stream_store import LiveStreamStore
from touchline.catalog.application.live_captions.caption_store import NoLiveCaptions
from touchline.catalog.application.live_captions.recorded_captions import RecordedCaptions
from touchline.catalog.application.media.add_media import AddMedia, VideoUpload
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.live_playlists import PlaylistEntry, list_audio_tracks
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.wall_clock import ClockAnchor, build_anchors
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.media.ingest import SOURCE
from touchline.catalog.ports.media.storage import Storage, StoredFileNotFoundError
from touchline.catalog.ports.media.video_packager import RecordedTrack, VideoPackager
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
            runs, segments = self._join_runs(stream, workspace)
            if not runs:
                log.warning("stream %s has nothing left to record", stream.id)
                return
            recording_file = self._join(stream, runs, workspace)
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

    def _join_runs(
        self, stream: LiveStream, workspace: Path
    ) -> tuple[dict[Path, list[PlaylistEntry]], list[PlaylistEntry]]:
        """Return a file with its segments for each time that a session was on air, and all segments."""
        runs: dict[Path, list[PlaylistEntry]] = {}
        for number, entries in enumerate(read_published_playlist(self._storage, stream).list_runs()):
            target = workspace / f"session-{number}.ts"
            if found := self._concatenate(stream, SOURCE, entries, target):
                runs[target] = found
        return runs, list(chain.from_iterable(runs.values()))

    def _join(self, stream: LiveStream, runs: Mapping[Path, list[PlaylistEntry]], workspace: Path) -> Path:
        """Return one file with all audio tracks that viewers can choose. A session with one track is such a
        file.
        """
        session_files = list(runs)
        tracks = [
            RecordedTrack(
                track.name,
                track.language,
                [self._write_track(stream, track.playlist, runs[file], file) for file in session_files]
                if track.playlist
                else (),
            )
            for track in list_audio_tracks(read_published_master(self._storage, stream))
        ]
        if len(session_files) == 1 and not tracks:
            return session_files[0]
        # MPEG-TS has no titles of tracks.
        recording_file = workspace / ("whole.nut" if tracks else "whole.ts")
        self._packager.join(session_files, recording_file, tracks)
        return recording_file

    def _write_track(
        self, stream: LiveStream, playlist: str, entries: Sequence[PlaylistEntry], session_file: Path
    ) -> Path:
        target = session_file.with_name(f"{session_file.stem}-{playlist}.ts")
        self._concatenate(stream, playlist, entries, target)
        return target

    def _concatenate(
        self, stream: LiveStream, rendition: str, entries: Sequence[PlaylistEntry], target: Path
    ) -> list[PlaylistEntry]:
        """Write the segments of a rendition to one file, and return those that still exist. MPEG-TS segments
        that follow each other in a session are joined by concatenation.
        """
        with target.open("wb") as out:
            return [entry for entry in entries if self._append_segment(stream, rendition, entry, out)]

    def _append_segment(
        self, stream: LiveStream, rendition: str, entry: PlaylistEntry, out: BinaryIO
    ) -> bool:
        """Append a segment, and return whether it still exists."""
        try:
            with self._storage.open(f"{stream.folder}/{rendition}/{entry.name}") as segment:
                shutil.copyfileobj(segment, out, _BUFFER_SIZE)
        except StoredFileNotFoundError:
            log.warning("stream %s has no segment %s", stream.id, entry.name)
            return False
        return True
