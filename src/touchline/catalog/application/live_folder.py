"""What viewers of a live stream read: its segments and playlists in the storage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.domain.live import LiveStream
from touchline.catalog.domain.live_playlist import Entry, Playlist, Variant, master_text, read_playlist
from touchline.catalog.ports.ingest import SOURCE, Rendition, Segment, Take
from touchline.catalog.ports.storage import NoSuchFile, Storage
from touchline.catalog.ports.video import MASTER

_STORED = {"360p": "small"}
"""What a rendition is called in the storage where that is not its name: streams that an older release began
go on in this one, and viewers have their addresses."""
_NAMES = {stored: name for name, stored in _STORED.items()}


class LiveFolder:
    """Publishes what a take has whole: first the segments, then the playlists that name them, the source's
    last, because that is the record that a successor goes on from."""

    def __init__(self, storage: Storage, stream: LiveStream, workspace: Path) -> None:
        self._storage = storage
        self._folder = stream.folder
        self._workspace = workspace
        seconds = stream.dvr_seconds
        self._window = timedelta(seconds=seconds) if seconds is not None else None
        self._master = ""
        self._behind = False
        self.playlist = published(storage, stream)
        self.renditions: tuple[str, ...] = ()
        if self.playlist.entries:
            self.renditions = _published_renditions(storage, stream)

    def tidy(self) -> None:
        """Forget segments that no playlist names: a process died before it came to that."""
        listed = {entry.name for entry in self.playlist.entries}
        for key in self._storage.list(f"{self._folder}/"):
            if key.endswith(".ts") and key.rpartition("/")[2] not in listed:
                self._storage.remove(key)

    def add(self, take: Take, number: int, now: datetime) -> bool:
        """Publish what is newly whole in all renditions of a take; False where nothing is."""
        renditions = take.renditions()
        found = {each.name: take.segments(each.name) for each in renditions}
        known = self.playlist.known(number)
        whole = min((len(segments) for segments in found.values()), default=0)
        if whole > known:
            new = found[SOURCE][known:whole]
            durations = [segment.duration_ms for segment in new]
            first_at = now - timedelta(milliseconds=sum(durations))
            breaks = [segment.breaks for segment in new]
            added = self.playlist.following(number, durations, first_at, breaks)
            self.renditions = self.renditions or tuple(found)
            for name in self.renditions:
                self._keep(name, added, found[name][known:whole])
            self.playlist.entries += added
            self._behind = True
        if not self._behind:
            return False
        self._describe(renditions)
        self._list(ended=False)
        self._slide()
        self._behind = False
        return True

    def reopen(self) -> None:
        """The playlists have no end: those of a stream that goes on after it had ended."""
        if self.playlist.entries:
            self._list(ended=False)

    def close(self) -> None:
        """The playlists end here."""
        if self.playlist.entries:
            self._list(ended=True)

    def _list(self, *, ended: bool) -> None:
        for name in sorted(self.renditions, key=lambda name: name == SOURCE):
            stored = _stored(name)
            self._put(f"{stored}.m3u8", self.playlist.text(stored, ended=ended, window=self._window))

    def _keep(self, name: str, entries: Sequence[Entry], segments: Sequence[Segment]) -> None:
        for entry, segment in zip(entries, segments, strict=True):
            if segment.path.exists():
                self._storage.put(f"{self._folder}/{_stored(name)}/{entry.name}", segment.path)
                segment.path.unlink()

    def _describe(self, renditions: Sequence[Rendition]) -> None:
        variants = [_variant(each) for each in renditions if each.name in self.renditions]
        text = master_text(variants, captions=any(each.has_captions for each in renditions))
        if text != self._master:
            self._put(MASTER, text)
            self._master = text

    def _slide(self) -> None:
        if self._window is None:
            return
        for entry in self.playlist.slide(self._window):
            for name in self.renditions:
                self._storage.remove(f"{self._folder}/{_stored(name)}/{entry.name}")

    def _put(self, name: str, text: str) -> None:
        file = self._workspace / name
        file.write_text(text)
        self._storage.put(f"{self._folder}/{name}", file)


def published(storage: Storage, stream: LiveStream) -> Playlist:
    """What was published of a stream so far, read from its own playlist."""
    try:
        with storage.open(f"{stream.folder}/{SOURCE}.m3u8") as file:
            return read_playlist(file.read().decode())
    except NoSuchFile:
        return Playlist()


def _published_renditions(storage: Storage, stream: LiveStream) -> tuple[str, ...]:
    """The renditions that a playlist was written of: a stream keeps them to its end."""
    try:
        with storage.open(f"{stream.folder}/{MASTER}") as file:
            lines = file.read().decode().splitlines()
    except NoSuchFile:
        return ()
    stored = [line.removesuffix(".m3u8") for line in lines if line.endswith(".m3u8")]
    return tuple(_NAMES.get(name, name) for name in stored)


def _stored(rendition: str) -> str:
    """The folder and the playlist of a rendition in the storage."""
    return _STORED.get(rendition, rendition)


def _variant(one: Rendition) -> Variant:
    sizes = (one.width, one.height, one.bandwidth, one.average_bandwidth)
    return Variant(_stored(one.name), *sizes, one.frame_rate, one.codecs)
