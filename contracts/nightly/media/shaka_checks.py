"""Checks of shaka-player on a package: each variant, each audio track and each text track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import urljoin

from contracts.media.cases import ExpectedOutput
from contracts.media.decoded_streams import DecodedStream
from contracts.media.outputs import MediaOutput
from contracts.nightly.media.players import PlayerError, serve_folder
from contracts.nightly.media.shaka import Playback, ShakaPlayer
from touchline.catalog.ports.media.video_packager import MASTER

_AUDIO_TOLERANCE = 0.03
"""Seconds by which the audio may end after the last frame."""
_MAX_START = 0.1
_MAX_STALL_SECONDS = 4.0
_MAX_FULL_PLAYBACK_SECONDS, _END_SECONDS = 120.0, 12.0
"""A longer stream is played only at both ends, for this many seconds each."""

TrackSelection = Mapping[str, str | int]


def check_shaka(shaka_player: ShakaPlayer, expected: ExpectedOutput, output: MediaOutput) -> Iterator[str]:
    """Yield the problems of shaka-player with a package: first with its defaults, then with each part."""
    with serve_folder(output.folder) as base_url:
        try:
            yield from (
                f"shaka-player: {failure}"
                for failure in _check_playbacks(shaka_player, expected, output, base_url)
            )
        except PlayerError as error:
            yield f"shaka-player: {error}"


def _check_playbacks(
    shaka_player: ShakaPlayer, expected: ExpectedOutput, output: MediaOutput, base_url: str
) -> Iterator[str]:
    url = f"{base_url}/{MASTER}"
    frame_count, skip = select_played_part(output.largest)
    default_playback = shaka_player.play(url, skip=skip)
    yield from check_playback(expected, default_playback, frame_count)
    if default_playback.error:
        return
    yield from check_offered_tracks(expected, default_playback, output)
    for name, selection in list_selections(default_playback):
        playback = shaka_player.play(url, skip=skip, **selection)
        yield from (f"{name}: {failure}" for failure in check_playback(expected, playback, frame_count))
        yield from (f"{name}: {failure}" for failure in check_selection(name, selection, playback))
    for variant in output.master.variants:
        if not variant.tag.get_attribute("RESOLUTION"):
            playback = shaka_player.play(urljoin(url, variant.uri), skip=skip)
            yield from (f"{variant.uri}: {failure}" for failure in check_playback(expected, playback, 0))


def select_played_part(recording: DecodedStream) -> tuple[int, tuple[float, float] | tuple[()]]:
    """Return the number of played frames, and the range of the stream that is skipped."""
    if recording.duration <= _MAX_FULL_PLAYBACK_SECONDS:
        return len(recording.frame_times), ()
    skip = _END_SECONDS, recording.duration - _END_SECONDS
    return sum(time < skip[0] or time > skip[1] for time in recording.frame_times), skip


def check_playback(expected: ExpectedOutput, playback: Playback, frame_count: int) -> Iterator[str]:
    """Yield the problems of one playback. `frame_count` is the number of frames, 0 without video."""
    if playback.error:
        yield playback.error
        return
    tolerance = 1 / expected.frame_rate + expected.tolerance + _AUDIO_TOLERANCE
    if abs(playback.duration - expected.seconds) > tolerance:
        yield f"{playback.duration:.3f} s long, not {expected.seconds:.3f} s"
    if playback.pictures < frame_count:
        yield f"{playback.pictures} of {frame_count} frames"
    if expected.audible_ranges and not playback.sound_bytes:
        yield "no audio"
    if expected.seconds <= _MAX_FULL_PLAYBACK_SECONDS:
        yield from _check_gaps(playback)
    if playback.standstill > _MAX_STALL_SECONDS:
        yield f"freezes for {playback.standstill:.1f} s"


def _check_gaps(playback: Playback) -> Iterator[str]:
    if len(playback.buffered) != 1:
        gap_texts = ", ".join(f"{start:.3f} to {end:.3f} s" for start, end in playback.buffered)
        yield f"the buffered ranges have gaps: {gap_texts}"
    elif playback.buffered[0][0] > _MAX_START:
        yield f"starts at {playback.buffered[0][0]:.3f} s"


def check_selection(name: str, selection: TrackSelection, playback: Playback) -> Iterator[str]:
    """Yield the problems of a selected part, in addition to those of every playback."""
    shown_sizes = [f"{width}x{height}" for width, height in playback.sizes if width]
    if "bandwidth" in selection and not playback.error and shown_sizes != [name]:
        yield f"shows {', '.join(shown_sizes) or 'nothing'}"
    if "text" in selection and not playback.error and not playback.captions:
        yield "no captions"


def check_offered_tracks(expected: ExpectedOutput, playback: Playback, output: MediaOutput) -> Iterator[str]:
    """Yield the variants and tracks of the master playlist that the player does not offer."""
    announced = {variant.tag.get_attribute("RESOLUTION") for variant in output.master.variants} - {""}
    offered = {f"{variant.width}x{variant.height}" for variant in playback.variants}
    if offered != announced:
        yield f"offers {', '.join(sorted(offered))}, not {', '.join(sorted(announced))}"
    if len(playback.audio_tracks) != expected.audio_track_count and expected.audible_ranges:
        yield f"offers {len(playback.audio_tracks)} audio tracks, not {expected.audio_track_count}"
    text_tracks = [
        tag.get_attribute("NAME")
        for tag in output.master.find_tags("EXT-X-MEDIA")
        if tag.get_attribute("TYPE") in ("SUBTITLES", "CLOSED-CAPTIONS")
    ]
    if sorted(playback.text_tracks) != sorted(text_tracks):
        yield f"offers the text tracks {list(playback.text_tracks)}, not {text_tracks}"


def list_selections(playback: Playback) -> Iterator[tuple[str, TrackSelection]]:
    """Yield the parts to play separately: variants, audio tracks except the first, text tracks."""
    sizes = {variant.bandwidth: f"{variant.width}x{variant.height}" for variant in playback.variants}
    for bandwidth, size in sizes.items():
        yield size, {"bandwidth": bandwidth}
    for label in playback.audio_tracks[1:]:
        yield f"audio {label}", {"audio": label}
    for label in playback.text_tracks:
        yield f"captions {label}", {"text": label}
