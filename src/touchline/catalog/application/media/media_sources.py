"""Source files of assets: their fingerprints, and where they wait for the job."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from touchline.catalog.domain.media.assets import Asset
from touchline.catalog.ports.media.storage import Storage
from touchline.catalog.ports.media.video_packager import CaptionFile

_CAPTIONS_KEY = re.compile(r"captions-\d+\.(?P<language>[A-Za-z0-9-]*)\.(?:vtt|srt)$")
_CAPTIONS_SUFFIX = re.compile(
    r"(?:\.(?P<language>[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*))?\.(?:vtt|srt)$", re.IGNORECASE
)
_CHUNK_SIZE = 1 << 20


def find_caption_files(video: Path) -> tuple[CaptionFile, ...]:
    """Return the caption files next to a video `game.mp4`: `game.en.vtt`, `game.mp4.fr.srt` or `game.vtt`."""
    caption_files = []
    for path in sorted(video.parent.iterdir()):
        for stem in (video.name, video.stem):
            match = (
                _CAPTIONS_SUFFIX.fullmatch(path.name.removeprefix(stem))
                if path.name.startswith(stem)
                else None
            )
            if match and path.is_file():
                caption_files.append(CaptionFile(path, match["language"] or ""))
                break
    return tuple(caption_files)


def compute_fingerprint(video: Path, captions: Sequence[CaptionFile]) -> str:
    """Return the SHA-256 of the video. With captions, the hash covers all files and their languages."""
    digest = _compute_sha256(video)
    if not captions:
        return digest
    parts = [digest, *(f"{caption.language}:{_compute_sha256(caption.path)}" for caption in captions)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


class MediaSources:
    """Keeps source files in storage until their asset is ready or has failed."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def store(self, channel_id: int, sha256: str, video: Path, captions: Sequence[CaptionFile]) -> None:
        """Store the files. The video comes last, so its presence means that all files are there."""
        for number, caption in enumerate(captions):
            name = f"captions-{number}.{caption.language}{caption.path.suffix.lower()}"
            self._storage.put(_get_folder(channel_id, sha256) + name, caption.path)
        self._storage.put(_get_folder(channel_id, sha256) + "video", video)

    @contextmanager
    def open_files(self, asset: Asset) -> Iterator[tuple[Path, list[CaptionFile]]]:
        """Yield the source files as local paths. Raises `StoredFileNotFoundError` if they are gone."""
        folder = _get_folder(asset.channel_id, asset.source_sha256)
        with ExitStack() as stack:
            video = stack.enter_context(self._storage.as_path(folder + "video"))
            captions = []
            for key in self._storage.list(folder + "captions-"):
                match = _CAPTIONS_KEY.search(key)
                if match:
                    captions.append(
                        CaptionFile(stack.enter_context(self._storage.as_path(key)), match["language"])
                    )
            yield video, captions

    def delete(self, asset: Asset) -> None:
        """Delete the source of an asset that is ready or has failed."""
        self._storage.remove(_get_folder(asset.channel_id, asset.source_sha256).rstrip("/"))


def _get_folder(channel_id: int, sha256: str) -> str:
    return f"sources/{channel_id}-{sha256}/"


def _compute_sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK_SIZE):
            digest.update(chunk)
    return digest.hexdigest()
