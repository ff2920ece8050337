"""All rules for a package: its playlists are compared with its segments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from contracts.media.hls.master_rules import check_master, count_pixels
from contracts.media.hls.media_rules import check_media, check_renditions_match
from contracts.media.hls.playlists import (
    MasterPlaylist,
    MediaPlaylist,
    Tag,
    Variant,
    Violation,
    read_master,
    read_media,
)
from contracts.media.hls.segment_rules import (
    SegmentRun,
    average_bitrate,
    check_run,
    is_within_tolerance,
    median_frame_rate,
    peak_bitrate,
)
from contracts.media.hls.segments import parse_segment, read_segment

MASTER = "master.m3u8"
_RATE_TOLERANCE = 0.02
_KEYFRAME_TOLERANCE = 0.005


def check_package(folder: Path, *, is_recording: bool = True, has_audio: bool = True) -> list[Violation]:
    """Return the violations of the playlists and segments in a folder.

    `is_recording`: the package is complete, so its bitrates are final, and it has I-frame playlists and an
    audio-only variant. `has_audio`: its audio is not all silence.
    """
    text = (folder / MASTER).read_text("utf-8")
    violations = check_master(text, is_recording=is_recording, has_audio=has_audio)
    parsed = read_master(text)
    missing = [uri for uri in _list_uris(parsed) if not (folder / uri).is_file()]
    violations += [Violation("uris-resolve", uri, "is missing") for uri in missing]
    if missing:
        return violations
    for uri in _list_uris(parsed):
        violations += check_media(uri, (folder / uri).read_text("utf-8"))
    violations += check_renditions_match(
        {item.uri: (folder / item.uri).read_text("utf-8") for item in parsed.variants}
    )
    for variant in parsed.variants:
        violations += _check_variant(folder, parsed, variant, is_recording)
    for tag in parsed.find_tags("EXT-X-MEDIA"):
        violations += _check_rendition(folder, tag)
    for tag in parsed.find_tags("EXT-X-I-FRAME-STREAM-INF"):
        violations += _check_iframes(folder, tag)
    return violations


def _list_uris(master: MasterPlaylist) -> list[str]:
    tags = master.find_tags("EXT-X-MEDIA") + master.find_tags("EXT-X-I-FRAME-STREAM-INF")
    referenced = [tag.get_attribute("URI") for tag in tags if tag.get_attribute("URI")]
    return list(dict.fromkeys([item.uri for item in master.variants if item.uri] + referenced))


def read_runs(folder: Path, uri: str) -> list[SegmentRun]:
    """Return the segments of a media playlist with their details, one list per run."""
    playlist = folder / uri
    runs = read_media(playlist.read_text("utf-8")).runs()
    return [[(item, read_segment(playlist.parent / item.uri)) for item in run] for run in runs]


def _check_segments(folder: Path, uri: str) -> Iterator[Violation]:
    playlist = folder / uri
    parsed = read_media(playlist.read_text("utf-8"))
    missing_files = [item.uri for item in parsed.segments if not (playlist.parent / item.uri).is_file()]
    if missing_files:
        yield Violation("uris-resolve", uri, f"{missing_files[0]} is missing")
        return
    for run_segments in read_runs(folder, uri):
        yield from check_run(
            uri, run_segments, has_independent_segments=parsed.has_tag("EXT-X-INDEPENDENT-SEGMENTS")
        )


def _check_variant(
    folder: Path, master: MasterPlaylist, variant: Variant, is_recording: bool
) -> Iterator[Violation]:
    broken_runs = list(_check_segments(folder, variant.uri))
    yield from broken_runs
    if any(violation.rule in ("uris-resolve", "transport-stream") for violation in broken_runs):
        return
    run_segments = [item for run in read_runs(folder, variant.uri) for item in run]
    for rule, message in _check_attributes(variant, run_segments):
        yield Violation(rule, variant.uri, message)
    if is_recording:
        for rule, message in _check_bit_rates(folder, master, variant, run_segments):
            yield Violation(rule, variant.uri, message)


def _check_attributes(variant: Variant, run_segments: SegmentRun) -> Iterator[tuple[str, str]]:
    """Check RESOLUTION, FRAME-RATE and CODECS against the segments."""
    videos = [track for _, details in run_segments if (track := details.find_track("video"))]
    audio_tracks = [track for _, details in run_segments if (track := details.find_track("audio"))]
    codecs = variant.tag.get_attribute("CODECS").split(",")
    if bool(videos) != bool(count_pixels(variant)):
        yield (
            "resolution-is-true",
            f"RESOLUTION {variant.tag.get_attribute('RESOLUTION')!r}, {len(videos)} segments with video",
        )
    if bool(audio_tracks) != any(item.startswith("mp4a") for item in codecs):
        yield "codecs-are-true", f"CODECS {','.join(codecs)}, {len(audio_tracks)} segments with audio"
    if not videos:
        return
    largest = max(videos, key=lambda track: track.width * track.height)
    if f"{largest.width}x{largest.height}" != variant.tag.get_attribute("RESOLUTION"):
        yield (
            "resolution-is-true",
            f"{largest.width}x{largest.height}, not {variant.tag.get_attribute('RESOLUTION')}",
        )
    stated_rate, rate = variant.get_number("FRAME-RATE") or 0, median_frame_rate(run_segments)
    if stated_rate and rate and abs(stated_rate - rate) > _RATE_TOLERANCE * rate:
        yield "frame-rate-is-true", f"{rate:.3f} frames per second, not {stated_rate}"
    profiles = {track.profile.lower() for track in videos if track.profile}
    if profiles and not profiles & {item.lower() for item in codecs}:
        yield "codecs-are-true", f"the video is {', '.join(sorted(profiles))}, not {codecs[0]}"


def _segment_sizes(run_segments: SegmentRun) -> list[tuple[int, float]]:
    return [(details.size, segment.seconds or 0.0) for segment, details in run_segments]


def _check_bit_rates(
    folder: Path, master: MasterPlaylist, variant: Variant, run_segments: SegmentRun
) -> Iterator[tuple[str, str]]:
    target = read_media((folder / variant.uri).read_text("utf-8")).target_duration
    alternate_tracks = [
        tag
        for tag in master.find_group("AUDIO", variant.tag.get_attribute("AUDIO"))
        if tag.get_attribute("URI")
    ]
    alternate_rates = [0.0, 0.0]
    for tag in alternate_tracks:
        if tag.get_attribute("URI") != variant.uri:
            sizes = [
                size for run in read_runs(folder, tag.get_attribute("URI")) for size in _segment_sizes(run)
            ]
            alternate_rates = [
                max(alternate_rates[0], peak_bitrate(sizes, target)),
                max(alternate_rates[1], average_bitrate(sizes)),
            ]
    measured = (
        peak_bitrate(_segment_sizes(run_segments), target),
        average_bitrate(_segment_sizes(run_segments)),
    )
    for name, measured_rate, alternate_rate in zip(
        ("BANDWIDTH", "AVERAGE-BANDWIDTH"), measured, alternate_rates, strict=True
    ):
        stated_rate = variant.get_number(name)
        if stated_rate and not is_within_tolerance(
            stated_rate, measured_rate, measured_rate + alternate_rate
        ):
            yield "bit-rates-are-true", f"{name} is {stated_rate:.0f}, measured {measured_rate:.0f} bit/s"


def _check_rendition(folder: Path, tag: Tag) -> Iterator[Violation]:
    if tag.get_attribute("TYPE") == "AUDIO" and tag.get_attribute("URI"):
        yield from _check_segments(folder, tag.get_attribute("URI"))
    elif tag.get_attribute("TYPE") == "SUBTITLES":
        playlist = folder / tag.get_attribute("URI")
        for segment in read_media(playlist.read_text("utf-8")).segments:
            path = playlist.parent / segment.uri
            if not path.is_file() or not path.read_bytes().lstrip(b"\xef\xbb\xbf").startswith(b"WEBVTT"):
                yield Violation("webvtt", tag.get_attribute("URI"), f"{segment.uri} is not WebVTT")


def _check_iframes(folder: Path, tag: Tag) -> Iterator[Violation]:
    """Check that each range starts with a keyframe and contains no other frame."""
    uri = tag.get_attribute("URI")
    playlist = folder / uri
    parsed = read_media(playlist.read_text("utf-8"))
    if not parsed.has_tag("EXT-X-I-FRAMES-ONLY"):
        yield Violation("i-frames-only", uri, "EXT-X-I-FRAMES-ONLY is missing")
    for rule, message in _check_byte_ranges(playlist, parsed):
        yield Violation(rule, uri, message)


def _check_byte_ranges(playlist: Path, parsed: MediaPlaylist) -> Iterator[tuple[str, str]]:
    for segment in parsed.segments:
        path = playlist.parent / segment.uri
        if not path.is_file():
            yield "uris-resolve", f"{segment.uri} is missing"
            continue
        data = path.read_bytes()
        first, length = segment.byte_range or (0, len(data))
        if first + length > len(data) or first % 188 or length % 188:
            yield "i-frame-ranges", f"{segment.uri} has no whole packets at {length}@{first}"
            continue
        # The tables are at the beginning of the resource, where a player reads them.
        tables = b"" if first == 0 else data[: 188 * 3]
        video = parse_segment(tables + data[first : first + length]).find_track("video")
        full_track = read_segment(path).find_track("video")
        if video is None or not video.starts_with_keyframe:
            yield "i-frame-ranges", f"{segment.uri} has no keyframe at {length}@{first}"
        elif (
            full_track
            and min(abs(video.start - time) for time in full_track.keyframe_times) > _KEYFRAME_TOLERANCE
        ):
            yield "i-frame-ranges", f"{segment.uri} shows another frame at {length}@{first}"
        elif video.packet_count > 1:
            yield "i-frame-ranges", f"{segment.uri} has {video.packet_count} frames at {length}@{first}"
