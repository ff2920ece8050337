"""The one ffmpeg command that makes all renditions: the pictures are decoded once and scaled down in turn.

All pictures start at the same timestamp (`START`) in every rendition, and the sound with them. No picture
refers to a later one (`-bf 0`): hls.js begins at the first picture to be *decoded*, and its clock would run
two pictures ahead of what is seen (seen in Chromium, frame by frame).

Every rendition of the pictures has the default sound, or silence where the source has none. Another sound is
a rendition of its own, without pictures, and so is the default sound where it is wanted alone; they are cut
where the pictures are, to within a packet of sound (21 ms).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from adapters.video import process
from adapters.video.clock import CLOCK
from adapters.video.copying import cut_seconds
from adapters.video.feed import Feed, feed_format
from adapters.video.filters import filter_graph
from adapters.video.ladder import Rung, pictures_a_group, pictures_a_segment
from adapters.video.playlists import Rendition, measure_end, read_rendition
from adapters.video.probe import SoundStream, Source
from adapters.video.room import Room
from adapters.video.survey import Survey

START = 1
AUDIO = "audio"
_ENCODER = (
    *("-c:v", "libx264", "-preset", "veryfast", "-crf", "22", "-profile:v", "high"),
    *("-bf", "0", "-sc_threshold", "0", "-flags", "+cgop"),
)
_BLOCKS_1B, _BLOCKS_A_SECOND_1B = 99, 1485
_LEAST_TIME_OUT, _TIME_OUT_FACTOR = 900.0, 40.0


@dataclass(frozen=True)
class Plan:
    """What to make of a source: the sizes (largest first), and whether the sound alone, too."""

    source: Source
    found: Survey
    rungs: Sequence[Rung]
    audio_alone: bool = False


@dataclass(frozen=True)
class SoundRendition:
    """A rendition that holds one sound alone; `made` has no size."""

    stream: SoundStream
    made: Rendition


@dataclass(frozen=True)
class Made:
    """What was made: `pictures` (largest first, with the default sound), in `others` every other sound, and
    in `audio` the default sound alone, where it was wanted."""

    pictures: list[Rendition]
    others: list[SoundRendition]
    audio: SoundRendition | None


def make_renditions(plan: Plan, into: Path, *, copy_top: bool, on_seconds: Callable[[float], None]) -> Made:
    """Make `v0/`, `v1/`, … (largest first), `a1/`, … for other sounds, and `audio/` if it is wanted alone;
    each has `index.m3u8` and its segments."""
    pictures = [(into / f"v{number}", rung) for number, rung in enumerate(plan.rungs)]
    sounds = _sound_folders(plan, into)
    for folder in (*(folder for folder, _ in pictures), *(folder for folder, _ in sounds)):
        folder.mkdir()
    arguments = ["-y", "-f", feed_format(plan.source), "-reinit_filter", "0", "-i", "pipe:0"]
    graph = filter_graph(plan.source, plan.found, plan.rungs, copy_top)
    arguments += ["-filter_complex", graph] if graph else []
    for number, (folder, rung) in enumerate(pictures):
        copied = copy_top and number == 0
        arguments += ["-map", "0:v"] if copied else ["-map", f"[v{number}]"]
        arguments += ["-c:v", "copy"] if copied else _encode(rung, plan.found)
        arguments += ["-map", "0:a:0", "-c:a", "copy", *_writer(folder, plan.found)]
    for folder, number in sounds:
        arguments += ["-map", f"0:a:{number}", "-c:a", "copy", *_writer(folder, plan.found)]
    room = Room(into)

    def on_progress(seconds: float) -> None:
        room.check()
        on_seconds(seconds - START)

    _run(plan, arguments, copy_top, on_progress)
    room.check_now()
    for folder, _ in sounds:
        measure_end(folder)
    made = [
        SoundRendition(plan.source.sounds[number], read_rendition(folder, 0, 0)) for folder, number in sounds
    ]
    return Made(
        pictures=[read_rendition(folder, rung.width, rung.height) for folder, rung in pictures],
        others=[each for each in made if each.made.name != AUDIO],
        audio=next((each for each in made if each.made.name == AUDIO), None),
    )


def _sound_folders(plan: Plan, into: Path) -> list[tuple[Path, int]]:
    """The renditions without pictures, each with the number of its sound."""
    others = [(into / f"a{number}", number) for number in range(1, len(plan.source.sounds))]
    alone = plan.audio_alone and plan.source.sounds
    return [*others, *([(into / AUDIO, 0)] if alone else [])]


def _run(plan: Plan, arguments: list[str], copy_top: bool, on_seconds: Callable[[float], None]) -> None:
    time_out = max(_LEAST_TIME_OUT, plan.found.seconds * _TIME_OUT_FACTOR)
    exact = plan.found.rate if copy_top else None
    with Feed(plan.source, plan.found, exact) as feed:
        process.run(
            arguments,
            time_out=time_out,
            on_seconds=on_seconds,
            stdin=feed.reader,
            on_started=feed.start,
        )


def _encode(rung: Rung, found: Survey) -> list[str]:
    bits, group = str(rung.bits), str(pictures_a_group(found.rate))
    grid = ["-g", group, "-keyint_min", group]
    # Where pictures are hidden, ffmpeg would show the first that is not in place of each.
    grid += ["-fps_mode", "passthrough"] if found.hides else []
    return [*_ENCODER, *grid, *_level(rung, found.rate), "-maxrate", bits, "-bufsize", str(rung.bits * 2)]


def _level(rung: Rung, rate: Fraction) -> list[str]:
    """The level of small pictures, which the encoder would give level 1b (ITU-T H.264, table A-1).

    Chromium does not know the name that level 1b has in High profile (`avc1.640009`), and players leave such
    a rendition out. All other pictures get the level that the encoder finds.
    """
    blocks = -(-rung.width // 16) * -(-rung.height // 16)
    fits_1b = blocks <= _BLOCKS_1B and blocks * rate <= _BLOCKS_A_SECOND_1B
    return ["-level:v", "1.1"] if fits_1b else []


def _writer(folder: Path, found: Survey) -> list[str]:
    length = cut_seconds(found.rate, pictures_a_segment(found.rate))
    offset = START - found.lead / CLOCK
    return [
        *("-map_metadata", "-1", "-output_ts_offset", f"{offset:.6f}", "-muxdelay", "0", "-muxpreload", "0"),
        *("-max_interleave_delta", "0"),
        *("-f", "hls", "-hls_time", f"{float(length):.6f}", "-hls_playlist_type", "vod"),
        *("-hls_flags", "independent_segments", "-hls_segment_filename", str(folder / "%05d.ts")),
        str(folder / "index.m3u8"),
    ]
