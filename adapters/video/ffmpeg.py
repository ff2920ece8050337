"""`TOUCHLINE_VIDEO=ffmpeg`: streams made by the ffmpeg of package imageio-ffmpeg, files read with PyAV."""

import shutil
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

from adapters.video import joining
from adapters.video.captions import make_captions
from adapters.video.copying import can_copy
from adapters.video.ladder import Rung, frame_rate, ladder, pictures_a_segment
from adapters.video.pictures import make_pictures
from adapters.video.playlists import Rendition, aligned, master
from adapters.video.probe import BROKEN, Source, probe
from adapters.video.process import FfmpegFailed
from adapters.video.renditions import make_renditions
from touchline.catalog.domain.renditions import RECORDING_DEFAULT
from touchline.catalog.ports.video import MASTER, Captions, OnProgress, Package, VideoRefused

_RENDITIONS_SHARE = 0.95
_WHOLE = 0.9


class FfmpegVideo:
    """Makes packages with ffmpeg. It keeps nothing between calls."""

    def package(
        self,
        source: Path,
        captions: Sequence[Captions],
        into: Path,
        on_progress: OnProgress,
        renditions: Sequence[str] = RECORDING_DEFAULT,
    ) -> Package:
        """Fill `into` (port `Video`)."""
        on_progress = _rising(on_progress)
        facts = probe(source)
        rate = frame_rate(facts.rate)
        rungs = ladder(facts.width, facts.height, rate, renditions)
        on_progress(0.0)
        packaged = _renditions(facts, rungs, rate, into, on_progress)
        made = packaged[0]
        _refuse_fragments(facts, made.seconds)

        def alive() -> None:
            on_progress(_RENDITIONS_SHARE)

        tracks = make_captions(facts, captions, made.seconds, into, alive)
        make_pictures(packaged, into, alive)
        has_audio = facts.audio_index is not None
        (into / MASTER).write_text(master(packaged, rate, has_audio, tracks), encoding="utf-8")
        on_progress(1.0)
        return Package(
            duration_ms=round(made.seconds * 1000),
            width=made.width,
            height=made.height,
            frame_rate=round(float(rate), 3),
            has_audio=has_audio,
            has_captions=bool(tracks),
            storyboard=True,
        )

    def join(self, parts: Sequence[Path], into: Path) -> None:
        """Put recordings in a row (port `Video`)."""
        joining.join(parts, into)


def _renditions(
    facts: Source, rungs: Sequence[Rung], rate: Fraction, into: Path, on_progress: OnProgress
) -> list[Rendition]:
    """Copy the top where that keeps the renditions aligned, else encode all."""
    pictures = pictures_a_segment(rate)

    def told(seconds: float) -> None:
        share = seconds / facts.seconds if facts.seconds else 0.0
        on_progress(_RENDITIONS_SHARE * min(1.0, max(0.0, share)))

    def make(copy_top: bool) -> list[Rendition]:
        return make_renditions(facts, rungs, rate, pictures, into, copy_top=copy_top, on_seconds=told)

    if can_copy(facts, rungs[0], rate, pictures, lambda: on_progress(0.0)):
        with suppress(FfmpegFailed):  # A damaged picture can be decoded past, but not copied.
            renditions = make(copy_top=True)
            if aligned(renditions, rate):
                return renditions
        _clear(into)
    try:
        renditions = make(copy_top=False)
    except FfmpegFailed as failed:
        reason = (str(failed).splitlines() or [""])[-1][:200]
        raise VideoRefused(f"{BROKEN} (ffmpeg: {reason})") from failed
    if not renditions[0].segments or not aligned(renditions, rate):
        raise VideoRefused(BROKEN)
    return renditions


def _refuse_fragments(facts: Source, seconds: float) -> None:
    """A file that breaks off half-way is not shown as if it were whole."""
    promised = facts.picture_seconds
    if promised and seconds < promised * _WHOLE and promised - seconds > 1:
        raise VideoRefused(
            f"The file is incomplete: it says it lasts {_clock(promised)}, "
            f"but can only be read up to {_clock(seconds)}."
        )


def _rising(on_progress: OnProgress) -> OnProgress:
    """Never back: ffmpeg says `N/A` now and then, and a copy that fails is followed by an encoding."""
    highest = 0.0

    def tell(share: float) -> None:
        nonlocal highest
        highest = max(highest, share)
        on_progress(highest)

    return tell


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02d}:{rest:02d}"


def _clear(folder: Path) -> None:
    for inner in folder.iterdir():
        shutil.rmtree(inner)
