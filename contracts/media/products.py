"""What the product makes of a source: packaged, cut and downloaded by its own code."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import av

from adapters.video.cutter import FfmpegCutter
from adapters.video.ffmpeg import FfmpegVideo
from contracts.media.hls_playlists import MasterPlaylist, read_master, read_media
from contracts.media.readings import Reading, read_file, read_segments
from touchline.catalog.ports.video import MASTER, Package, VideoRefused

CLIPS = 3
_TAIL_BYTES = 24


@dataclass(frozen=True)
class Clip:
    """A clip of the largest rendition; `first` and `past` number the pictures that it must have."""

    first: int
    past: int
    reading: Reading


@dataclass
class Product:
    """A package, read back.

    `copied` is the share of pictures of the largest rendition that are the source's, `processing_seconds` how
    long packaging took. `refused` is the sentence where there is no package.
    """

    folder: Path
    package: Package | None = None
    refused: str = ""
    processing_seconds: float = 0.0
    copied: float = 0.0
    renditions: dict[str, Reading] = field(default_factory=dict)
    clips: list[Clip] = field(default_factory=list)
    download: Reading | None = None

    @property
    def master(self) -> MasterPlaylist:
        """The multivariant playlist."""
        return read_master((self.folder / MASTER).read_text())

    @property
    def largest(self) -> Reading:
        """The rendition with the largest picture."""
        return max(self.renditions.values(), key=lambda reading: reading.sizes[-1][0] * reading.sizes[-1][1])


def make_product(sources: Sequence[Path], folder: Path, seed: int = 27) -> Product:
    """Package the source (takes are joined first), cut clips at seeded places, and download the whole."""
    made = Product(folder / "package")
    made.folder.mkdir()
    began = time.perf_counter()
    try:
        source = _joined(sources, folder)
        made.package = FfmpegVideo().package(source, [], made.folder, lambda _share: None)
    except VideoRefused as refused:
        made.refused = str(refused)
        return made
    made.processing_seconds = time.perf_counter() - began
    for name, segments in video_renditions(made.folder):
        made.renditions[name] = read_segments(segments)
    largest = max(video_renditions(made.folder), key=lambda each: _pixels(made.renditions[each[0]]))[1]
    made.copied = copied_share(source, largest)
    made.clips = list(_clips(largest, made.largest, folder, seed))
    FfmpegCutter().whole(largest, folder / "whole.mp4", lambda _share: None)
    made.download = read_file(folder / "whole.mp4")
    return made


def video_renditions(package: Path) -> list[tuple[str, list[Path]]]:
    """Return the name and the segments of each rendition with pictures, as the master playlist lists them."""
    found = []
    for variant in read_master((package / MASTER).read_text()).variants:
        if variant.tag.get("RESOLUTION"):
            playlist = package / variant.uri
            segments = read_media(playlist.read_text()).segments
            found.append((variant.uri.partition("/")[0], [playlist.parent / each.uri for each in segments]))
    return found


def copied_share(source: Path, segments: Sequence[Path]) -> float:
    """Return the share of coded pictures in segments that the source has as well."""
    known = {tail for tail, _ in _tails(source)}
    made = [tail for segment in segments for tail, _ in _tails(segment)]
    return sum(tail in known for tail in made) / max(1, len(made))


def _joined(sources: Sequence[Path], folder: Path) -> Path:
    if len(sources) == 1:
        return sources[0]
    FfmpegVideo().join(sources, folder / "joined.ts")
    return folder / "joined.ts"


def _pixels(reading: Reading) -> int:
    return reading.sizes[-1][0] * reading.sizes[-1][1]


def _tails(path: Path) -> Iterator[tuple[bytes, int]]:
    """The last bytes of each coded picture, which are the same in all containers."""
    with av.open(str(path)) as container:
        for packet in container.demux(container.streams.video[0]):
            if packet.size:
                yield bytes(packet)[-_TAIL_BYTES:].rstrip(b"\0"), packet.size


def _clips(segments: Sequence[Path], whole: Reading, folder: Path, seed: int) -> Iterator[Clip]:
    """Cut from picture to picture; places are in milliseconds, rounded as the product's interface does."""
    places = random.Random(seed)  # noqa: S311 places in a film, no secret
    pictures = len(whole.times)
    for number in range(CLIPS):
        length = max(1, min(pictures // 2, round(2 * whole.rate)))
        first = places.randrange(0, max(1, pictures - length))
        past = first + length
        start = round(whole.times[first] * 1000)
        end = round((whole.times[past] if past < pictures else whole.seconds) * 1000)
        target = folder / f"clip{number}.mp4"
        FfmpegCutter().cut([segments], start, end - start, target, lambda _share: None)
        yield Clip(first, past, read_file(target))
