"""The job that makes the recording of a stream that has ended, from what the encoder sent."""

from __future__ import annotations

import logging
import shutil
from itertools import groupby
from pathlib import Path
from typing import BinaryIO

from touchline.catalog.application.add_media import AddMedia, VideoFile
from touchline.catalog.application.live_folder import published
from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.live import LiveStream
from touchline.catalog.domain.live_playlist import Entry
from touchline.catalog.domain.media import Owner
from touchline.catalog.ports.ingest import SOURCE
from touchline.catalog.ports.live import LiveLedger
from touchline.catalog.ports.storage import NoSuchFile, Storage
from touchline.catalog.ports.video import Video
from touchline.shared.ids import ChannelId

log = logging.getLogger(__name__)
NAME = "Recording"
_BUFFER = 1 << 20


class JoinRecording:
    """Joins the source's segments of all takes into one file and hands it on as if it had been uploaded.

    It may run twice and be killed anywhere: the file is handed on in one transaction with the note that it
    was. A segment that is gone is left out.
    """

    def __init__(self, ledger: LiveLedger, storage: Storage, video: Video, add: AddMedia) -> None:
        self._ledger = ledger
        self._storage = storage
        self._video = video
        self._add = add

    def __call__(self, channel_id: ChannelId, stream_id: LiveStreamId) -> None:
        """Make it, unless that was done, or there is nothing to make it of."""
        stream = self._ledger.find(channel_id, stream_id)
        if stream is None or not stream.wants_recording:
            return
        with self._storage.workspace(f"recording-{stream.id}") as workspace:
            takes = self._takes(stream, workspace)
            if not takes:
                log.warning("of stream %s nothing is left to record", stream.id)
                return
            whole = takes[0]
            if len(takes) > 1:
                whole = workspace / "whole.ts"
                self._video.join(takes, whole)
            file = VideoFile(channel_id, whole, (Owner("event", stream.event_id),), name=NAME)
            kept = self._add.keep(file)
            self._ledger.change(channel_id, stream_id, lambda one: self._hand_on(one, stream, file, kept))

    def _hand_on(self, stream: LiveStream, read: LiveStream, file: VideoFile, kept: str) -> None:
        """Unless it went on while its takes were joined: then another job joins all of them."""
        if stream.wants_recording and stream.finished_at == read.finished_at:
            stream.asset_id = self._add(file, kept).id

    def _takes(self, stream: LiveStream, workspace: Path) -> list[Path]:
        """One file a take: MPEG-TS of one encoder is joined by putting it in a row."""
        found = []
        for number, entries in groupby(published(self._storage, stream).entries, lambda entry: entry.take):
            target = workspace / f"take-{number}.ts"
            with target.open("wb") as out:
                for entry in entries:
                    self._append(stream, entry, out)
            if target.stat().st_size:
                found.append(target)
        return found

    def _append(self, stream: LiveStream, entry: Entry, out: BinaryIO) -> None:
        try:
            with self._storage.open(f"{stream.folder}/{SOURCE}/{entry.name}") as segment:
                shutil.copyfileobj(segment, out, _BUFFER)
        except NoSuchFile:
            log.warning("stream %s lacks segment %s", stream.id, entry.name)
