"""`TOUCHLINE_VIDEO=ffmpeg`: streams made by the ffmpeg of package imageio-ffmpeg, files read with PyAV."""

import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from adapters.video import joining
from adapters.video.captions import make_captions
from adapters.video.clock import CLOCK
from adapters.video.copying import can_copy
from adapters.video.incomplete import missing_part
from adapters.video.ladder import ladder
from adapters.video.pictures import make_pictures
from adapters.video.playlists import aligned
from adapters.video.presentation import captions_in_pictures, present
from adapters.video.probe import BROKEN, probe
from adapters.video.process import FfmpegFailed
from adapters.video.renditions import Made, Plan, make_renditions
from adapters.video.survey import survey
from adapters.video.timeline import LONGEST_GAP
from touchline.catalog.domain.renditions import RECORDING_DEFAULT, has_audio_only
from touchline.catalog.ports.video import MASTER, Captions, OnProgress, Package, VideoRefused

_RENDITIONS_SHARE = 0.95


class FfmpegVideo:
    """Makes packages with ffmpeg. It keeps nothing between calls.

    `longest_gap` is in seconds: a longer pause in the signal is closed, a shorter one is filled.
    """

    def __init__(self, longest_gap: int = LONGEST_GAP // CLOCK) -> None:
        self._longest_gap = longest_gap * CLOCK

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
        on_progress(0.0)
        facts = probe(source, self._longest_gap)
        found = survey(facts, lambda: on_progress(0.0))
        rungs = ladder(*found.size, found.rate, renditions)
        warning = missing_part(facts, found)
        plan = Plan(facts, found, rungs, has_audio_only(renditions))
        made = _renditions(plan, into, on_progress)
        best = made.pictures[0]

        def alive() -> None:
            on_progress(_RENDITIONS_SHARE)

        closed = captions_in_pictures(facts, found, alive)
        tracks = make_captions(facts, found, captions, closed, into, alive)
        make_pictures(made.pictures, into, alive)
        (into / MASTER).write_text(present(plan, made, tracks, closed, alive), encoding="utf-8")
        on_progress(1.0)
        return Package(
            duration_ms=round(best.seconds * 1000),
            width=best.width,
            height=best.height,
            frame_rate=round(float(found.rate), 3),
            has_audio=bool(facts.sounds),
            has_captions=bool(tracks),
            storyboard=True,
            warning=warning,
        )

    def join(self, parts: Sequence[Path], into: Path) -> None:
        """Put recordings in a row (port `Video`)."""
        joining.join(parts, into)


def _renditions(plan: Plan, into: Path, on_progress: OnProgress) -> Made:
    """Copy the top where that keeps the renditions aligned, else encode all."""

    def told(seconds: float) -> None:
        on_progress(_RENDITIONS_SHARE * min(1.0, max(0.0, seconds / max(0.001, plan.found.seconds))))

    if can_copy(plan.source, plan.found, plan.rungs[0]):
        with suppress(FfmpegFailed):  # A damaged picture can be decoded past, but not copied.
            made = make_renditions(plan, into, copy_top=True, on_seconds=told)
            if aligned(made.pictures, plan.found.rate):
                return made
        _clear(into)
    try:
        made = make_renditions(plan, into, copy_top=False, on_seconds=told)
    except FfmpegFailed as failed:
        reason = (str(failed).splitlines() or [""])[-1][:200]
        raise VideoRefused(f"{BROKEN} (ffmpeg: {reason})") from failed
    if not made.pictures[0].segments or not aligned(made.pictures, plan.found.rate):
        raise VideoRefused(BROKEN)
    return made


def _rising(on_progress: OnProgress) -> OnProgress:
    """Never back: ffmpeg says `N/A` now and then, and a copy that fails is followed by an encoding."""
    highest = 0.0

    def tell(share: float) -> None:
        nonlocal highest
        highest = max(highest, share)
        on_progress(highest)

    return tell


def _clear(folder: Path) -> None:
    for inner in folder.iterdir():
        shutil.rmtree(inner)
