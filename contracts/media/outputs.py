"""The product's output for a source: packaged, cut and downloaded by its own code."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import av

from adapters.video.cutting.cutter import FfmpegCutter
from adapters.video.packager import FfmpegVideoPackager
from contracts.media.decoded_streams import DecodedStream, decode_file, decode_segments
from contracts.media.hls.playlists import MasterPlaylist, read_master, read_media
from touchline.catalog.ports.media.video_packager import MASTER, VideoPackage, VideoRefusedError

CLIPS = 3
_TAIL_BYTES = 24


@dataclass(frozen=True)
class ClipOutput:
    """A clip of the largest rendition. `first_frame` and `end_frame` give its expected frame range."""

    first_frame: int
    end_frame: int
    stream: DecodedStream


@dataclass
class MediaOutput:
    """A package, read back.

    `copied_share` is the share of the largest rendition's frames that are copied from the source.
    `processing_seconds` is how long packaging took. `refusal` is the message if there is no package.
    """

    folder: Path
    package: VideoPackage | None = None
    refusal: str = ""
    processing_seconds: float = 0.0
    copied_share: float = 0.0
    renditions: dict[str, DecodedStream] = field(default_factory=dict)
    clips: list[ClipOutput] = field(default_factory=list)
    full_recording: DecodedStream | None = None

    @property
    def master(self) -> MasterPlaylist:
        """Return the master playlist."""
        return read_master((self.folder / MASTER).read_text())

    @property
    def largest(self) -> DecodedStream:
        """Return the rendition with the largest frames."""
        return max(self.renditions.values(), key=lambda stream: stream.sizes[-1][0] * stream.sizes[-1][1])


def make_output(sources: Sequence[Path], folder: Path, seed: int = 27) -> MediaOutput:
    """Package the source (sessions are joined first), cut clips at seeded positions, and download the
    whole."""
    output = MediaOutput(folder / "package")
    output.folder.mkdir()
    started = time.perf_counter()
    try:
        source = _join_sources(sources, folder)
        output.package = FfmpegVideoPackager().package(source, [], output.folder, lambda _share: None)
    except VideoRefusedError as error:
        output.refusal = str(error)
        return output
    output.processing_seconds = time.perf_counter() - started
    for name, segments in video_renditions(output.folder):
        output.renditions[name] = decode_segments(segments)
    largest = max(video_renditions(output.folder), key=lambda item: _pixel_count(output.renditions[item[0]]))[
        1
    ]
    output.copied_share = measure_copied_share(source, largest)
    output.clips = list(_cut_clips(largest, output.largest, folder, seed))
    FfmpegCutter().concatenate(largest, folder / "whole.mp4", lambda _share: None)
    output.full_recording = decode_file(folder / "whole.mp4")
    return output


def video_renditions(package: Path) -> list[tuple[str, list[Path]]]:
    """Return name and segments of each video rendition, in the order of the master playlist."""
    renditions = []
    for variant in read_master((package / MASTER).read_text()).variants:
        if variant.tag.get_attribute("RESOLUTION"):
            playlist = package / variant.uri
            segments = read_media(playlist.read_text()).segments
            renditions.append(
                (variant.uri.partition("/")[0], [playlist.parent / item.uri for item in segments])
            )
    return renditions


def measure_copied_share(source: Path, segments: Sequence[Path]) -> float:
    """Return the share of coded frames in segments that also occur in the source."""
    source_tails = {tail for tail, _ in _frame_tails(source)}
    largest_tails = [tail for segment in segments for tail, _ in _frame_tails(segment)]
    return sum(tail in source_tails for tail in largest_tails) / max(1, len(largest_tails))


def _join_sources(sources: Sequence[Path], folder: Path) -> Path:
    if len(sources) == 1:
        return sources[0]
    FfmpegVideoPackager().join(sources, folder / "joined.ts")
    return folder / "joined.ts"


def _pixel_count(stream: DecodedStream) -> int:
    return stream.sizes[-1][0] * stream.sizes[-1][1]


def _frame_tails(path: Path) -> Iterator[tuple[bytes, int]]:
    """Yield the last bytes of each coded frame, which are the same in all containers."""
    with av.open(str(path)) as container:
        for packet in container.demux(container.streams.video[0]):
            if packet.size:
                yield bytes(packet)[-_TAIL_BYTES:].rstrip(b"\0"), packet.size


def _cut_clips(
    segments: Sequence[Path], recording: DecodedStream, folder: Path, seed: int
) -> Iterator[ClipOutput]:
    """Cut from frame to frame. Positions are in milliseconds, rounded as the product's interface does."""
    random_source = random.Random(seed)  # noqa: S311 positions in a video, not a secret
    frame_count = len(recording.frame_times)
    for number in range(CLIPS):
        length = max(1, min(frame_count // 2, round(2 * recording.frame_rate)))
        first_frame = random_source.randrange(0, max(1, frame_count - length))
        end_frame = first_frame + length
        start = round(recording.frame_times[first_frame] * 1000)
        end = round(
            (recording.frame_times[end_frame] if end_frame < frame_count else recording.duration) * 1000
        )
        target = folder / f"clip{number}.mp4"
        FfmpegCutter().cut([segments], start, end - start, target, lambda _share: None)
        yield ClipOutput(first_frame, end_frame, decode_file(target))
