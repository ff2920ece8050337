"""The folder of a trimmed recording: links to the segments of the range, and new playlists."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from touchline.catalog.domain.media.assets import StoredPackage
from touchline.catalog.domain.media.trimmed_playlists import (
    Tile,
    list_playlists,
    parse_entries,
    trim_captions,
    trim_keyframes,
    trim_playlist,
    trim_storyboard,
)
from touchline.catalog.domain.media.trims import Trim
from touchline.catalog.ports.media.captions import CaptionConverter
from touchline.catalog.ports.media.storage import Storage
from touchline.catalog.ports.media.video_packager import MASTER, POSTER, STORYBOARD, VideoPackager
from touchline.shared.concurrency.parallel import parallel_map


class TrimmedFolders:
    """Writes folders of trimmed recordings. Such a folder contains only the range."""

    def __init__(self, storage: Storage, converter: CaptionConverter, packager: VideoPackager) -> None:
        self._storage = storage
        self._converter = converter
        self._packager = packager

    def write(self, full: StoredPackage, trim: Trim, folder: str) -> None:
        """Write the folder of a range of a recording. The master playlist comes last.

        Files that exist already stay. Raises `StoredFileNotFoundError` and `StorageFullError`.
        """
        master = self._read(f"{full.folder}/{MASTER}")
        names = list_playlists(master)
        texts: dict[str, str] = {}
        links: list[str] = []
        kept: dict[str, list[str]] = {}
        for name in names.media:
            base = _get_base(name)
            texts[name], segments = trim_playlist(self._read(f"{full.folder}/{name}"), trim)
            kept[base] = segments
            links += [base + segment for segment in segments]
        for name in names.keyframes:
            texts[name] = trim_keyframes(
                self._read(f"{full.folder}/{name}"), frozenset(kept.get(_get_base(name), ()))
            )
        for name in names.captions:
            texts |= self._trim_captions(full.folder, name, trim)
        parallel_map(lambda name: self._storage.link(f"{full.folder}/{name}", f"{folder}/{name}"), links)
        with self._storage.workspace(folder.replace("/", "-")) as workspace:
            tiles = self._write_thumbnails(full, trim, folder, workspace) if full.storyboard else []
            if not tiles:
                self._storage.link(f"{full.folder}/{POSTER}", f"{folder}/{POSTER}")
            for number, (name, text) in enumerate({**texts, MASTER: master}.items()):
                path = workspace / f"text-{number}"
                path.write_text(text, encoding="utf-8")
                self._storage.put(f"{folder}/{name}", path)

    def _trim_captions(self, folder: str, playlist: str, trim: Trim) -> dict[str, str]:
        _, entries = parse_entries(self._read(f"{folder}/{playlist}"))
        base, file = _get_base(playlist), entries[0].name
        return {
            base + file: trim_captions(self._read(f"{folder}/{base}{file}"), trim),
            playlist: self._converter.render_playlist(file, trim.duration_ms / 1000),
        }

    def _write_thumbnails(
        self, full: StoredPackage, trim: Trim, folder: str, workspace: Path
    ) -> Sequence[Tile]:
        """Write the storyboard and a poster from the range. Return the thumbnails of the range."""
        storyboard, tiles = trim_storyboard(self._read(f"{full.folder}/{STORYBOARD}"), trim)
        (workspace / STORYBOARD).write_text(storyboard, encoding="utf-8")
        if tiles:
            sheet_names = dict.fromkeys(tile.sheet for tile in tiles)
            with ExitStack() as stack:
                sheets = {
                    name: stack.enter_context(self._storage.as_path(f"{full.folder}/{name}"))
                    for name in sheet_names
                }
                best = tiles[self._packager.trim_thumbnails(sheets, tiles, workspace)]
            self._write_poster(full, best.start_ms, workspace)
        for path in list(workspace.iterdir()):
            self._storage.put(f"{folder}/{path.name}", path)
        return tiles

    def _write_poster(self, full: StoredPackage, position_ms: int, workspace: Path) -> None:
        """Write the frame at a position of the full length, from the first and largest rendition."""
        name = list_playlists(self._read(f"{full.folder}/{MASTER}")).media[0]
        _, entries = parse_entries(self._read(f"{full.folder}/{name}"))
        shown = [entry for entry in entries if entry.start_ms <= position_ms + 1][-1]
        with self._storage.as_path(f"{full.folder}/{_get_base(name)}{shown.name}") as segment:
            offset_ms = max(0, position_ms - round(shown.start_ms))
            self._packager.write_poster(segment, offset_ms, workspace / POSTER)

    def _read(self, key: str) -> str:
        with self._storage.open(key) as file:
            return file.read().decode()


def _get_base(playlist: str) -> str:
    """Return the folder of a playlist with a slash, or "" at the top."""
    return "".join(playlist.rpartition("/")[:2])
