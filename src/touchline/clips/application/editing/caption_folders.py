"""The captions in the play folders of clips."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from touchline.clips.application.editing.play_folder import PlayFolder, build_footage_folder
from touchline.clips.domain.captions import (
    ClipCaptions,
    Run,
    build_caption_files,
    find_runs,
    list_caption_files,
    list_caption_uris,
    read_captions,
    replace_tags,
    to_clip_time,
)
from touchline.clips.domain.clip import Clip
from touchline.clips.domain.clip_segments import find_largest_rendition, parse_segments
from touchline.clips.domain.footage import Footage, Rendition
from touchline.clips.domain.playlists import MASTER
from touchline.clips.ports.event_catalog import CaptionSource
from touchline.clips.ports.files import FileGoneError, Files
from touchline.shared.files.transport_streams import HEAD_BYTES, find_video_timestamp


@dataclass(frozen=True, slots=True)
class CaptionChange:
    """Files to write in a play folder, by name, and the names of files to remove."""

    folder: str
    texts: Mapping[str, str]
    removed: frozenset[str]


class CaptionFolders:
    """Reads and writes the captions in play folders."""

    def __init__(self, source: CaptionSource, files: Files) -> None:
        self._source = source
        self._files = files

    def build(self, clip: Clip, footage: Footage, renditions: Sequence[Rendition]) -> PlayFolder:
        """Return the content of the play folder of a new clip, with its captions. Needs a transaction."""
        content = build_footage_folder(clip, footage, renditions)
        runs = self._find_runs(content.texts[MASTER], content.texts.__getitem__, content.links.__getitem__)
        return self._add(content, self._list(clip, runs) or (), runs, clip.offset_ms)

    def add(self, content: PlayFolder, captions: Sequence[ClipCaptions]) -> PlayFolder:
        """Return the content of the play folder of a reel with its captions."""
        runs = self._find_runs(content.texts[MASTER], content.texts.__getitem__, content.links.__getitem__)
        return self._add(content, captions, runs, 0)

    def read(self, play_folder: str) -> list[ClipCaptions]:
        """Return the captions in a play folder. Raises `FileGoneError`."""
        return read_captions(self._read_text(f"{play_folder}/{MASTER}"), self._reader(play_folder))

    def list_current(self, clip: Clip) -> Sequence[ClipCaptions] | None:
        """Return the captions that the footage of a clip has now; None if they are not known. Needs a
        transaction. Raises `FileGoneError`.
        """
        return self._list(clip, self.find_runs(clip))

    def find_runs(self, clip: Clip) -> list[Run]:
        """Return the runs of a clip. Raises `FileGoneError`."""
        folder = clip.play_folder
        master = self._read_text(f"{folder}/{MASTER}")
        return self._find_runs(master, self._reader(folder), lambda name: f"{folder}/{name}")

    def plan(self, clip: Clip, captions: Sequence[ClipCaptions]) -> CaptionChange | None:
        """Return what replaces the captions of a clip; None if it has these. Raises `FileGoneError`."""
        folder, read = clip.play_folder, self._reader(clip.play_folder)
        master = read(MASTER)
        tags, texts = build_caption_files(captions, self.find_runs(clip), clip.offset_ms)
        changed = replace_tags(master, tags)
        if changed == master:
            return None
        earlier = {
            name for uri in list_caption_uris(master) for name in (uri, *list_caption_files(uri, read(uri)))
        }
        return CaptionChange(folder, {**texts, MASTER: changed}, frozenset(earlier - set(texts)))

    def apply(self, change: CaptionChange) -> None:
        """Write the new files, the master playlist last, then remove the earlier ones."""
        self._files.create_folder(change.folder, {}, change.texts)
        for name in sorted(change.removed):
            self._files.remove_file(f"{change.folder}/{name}")

    def _add(
        self, content: PlayFolder, captions: Sequence[ClipCaptions], runs: Sequence[Run], offset_ms: int
    ) -> PlayFolder:
        tags, texts = build_caption_files(captions, runs, offset_ms)
        others = {name: text for name, text in content.texts.items() if name != MASTER}
        master = replace_tags(content.texts[MASTER], tags)
        return replace(content, texts={**others, **texts, MASTER: master})

    def _list(self, clip: Clip, runs: Sequence[Run]) -> Sequence[ClipCaptions] | None:
        found = self._source.list_captions(clip.event_id, clip.media_id, runs)
        if found is None:
            return None
        return [to_clip_time(it, runs, clip.offset_ms, clip.range.duration_ms) for it in found]

    def _find_runs(self, master: str, read: Callable[[str], str], get_key: Callable[[str], str]) -> list[Run]:
        uri = find_largest_rendition(master)
        segments = parse_segments(uri, read(uri)) if uri else ()
        return find_runs(segments, lambda name: self.read_timestamp(get_key(name)))

    def read_timestamp(self, key: str) -> int:
        """Return the timestamp of the first frame of a segment; 0 if it has none, or is gone."""
        try:
            with self._files.open(key) as file:
                return find_video_timestamp(file.read(HEAD_BYTES)) or 0
        except FileGoneError:
            return 0

    def _reader(self, folder: str) -> Callable[[str], str]:
        return lambda name: self._read_text(f"{folder}/{name}")

    def _read_text(self, key: str) -> str:
        with self._files.open(key) as file:
            return file.read().decode()
