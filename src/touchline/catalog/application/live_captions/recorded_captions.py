"""The live captions of a recording, as caption files beside its video."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from touchline.catalog.domain.live_captions.captions import MAX_DURATION
from touchline.catalog.domain.live_captions.placement import build_cues
from touchline.catalog.domain.live_captions.webvtt import render_recording
from touchline.catalog.domain.media.live_playlists import PlaylistEntry
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.media.wall_clock import build_anchors
from touchline.catalog.ports.media.live_captions import LiveCaptionSource
from touchline.catalog.ports.media.video_packager import CaptionFile


class RecordedCaptions:
    """Writes the captions that were sent while a stream was live, at their exact times."""

    def __init__(self, source: LiveCaptionSource) -> None:
        self._source = source

    def write_files(
        self, stream: LiveStream, segments: Sequence[PlaylistEntry], folder: Path
    ) -> tuple[CaptionFile, ...]:
        """Write a file for each language that has captions in these segments, and return the files."""
        if not segments:
            return ()
        start = min(segment.starts_at for segment in segments) - MAX_DURATION
        end = max(segment.ends_at for segment in segments) + timedelta(seconds=1)
        captions = self._source.list_between(stream.channel_id, stream.event_id, start, end)
        anchors = build_anchors(segments)
        duration_ms = sum(segment.duration_ms for segment in segments)
        files = []
        for language in sorted({caption.language for caption in captions}):
            own = [caption for caption in captions if caption.language == language]
            text = render_recording(build_cues(own), anchors, duration_ms)
            if text:
                path = folder / f"captions.{language}.vtt"
                path.write_text(text, encoding="utf-8")
                files.append(CaptionFile(path, language))
        return tuple(files)
