"""Rules for the subtitle renditions of live playlists: RFC 8216, sections 3.5, 4.3.4.1 and 6.2.4.

A subtitle playlist may be a little behind that of the video. What it lists is in step with it: the segment
with a media sequence number has the length, the discontinuity, the date and the timestamps of the video's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

from contracts.media.hls.playlists import MediaPlaylist, Violation, read_master, read_media

TICKS_PER_SECOND = 90_000
MAX_SEGMENTS_BEHIND = 2
"""A viewer at the live edge is two segments behind the newest one, and needs its captions by then."""
_TIMESTAMP_TOLERANCE = 0.1
_DURATION_TOLERANCE = 0.002
_MODULUS = 1 << 33
_MAP = re.compile(r"X-TIMESTAMP-MAP=(?:MPEGTS:(\d+),LOCAL:([\d:.]+)|LOCAL:([\d:.]+),MPEGTS:(\d+))")
_TIMING = re.compile(r"^(\S+)[ \t]+-->[ \t]+(\S+)", re.MULTILINE)
_TIME = re.compile(r"(?:(\d{2,}):)?([0-5]\d):([0-5]\d)\.(\d{3})")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def check_subtitle_tags(master_text: str) -> list[Violation]:
    """Return the violations of the subtitle renditions in a live master playlist (4.3.4.1).

    None is on by default, and viewers recognize each by its language.
    """
    master = read_master(master_text)
    tags = [tag for tag in master.find_tags("EXT-X-MEDIA") if tag.get_attribute("TYPE") == "SUBTITLES"]
    found = []
    for tag in tags:
        name = tag.get_attribute("NAME")
        if not _LANGUAGE.fullmatch(tag.get_attribute("LANGUAGE")):
            found.append(("subtitles-language", f"{name} has LANGUAGE {tag.get_attribute('LANGUAGE')!r}"))
        if tag.get_attribute("DEFAULT") == "YES" or tag.get_attribute("FORCED") == "YES":
            found.append(("subtitles-are-chosen", f"{name} is on although nobody chose it"))
        if not tag.get_attribute("URI"):
            found.append(("subtitles-uri", f"{name} has no URI"))
    groups = {variant.tag.get_attribute("SUBTITLES") for variant in master.variants}
    if tags and groups != {tag.get_attribute("GROUP-ID") for tag in tags}:
        found.append(("subtitles-in-variants", "a variant does not name the group of the subtitles"))
    return [Violation(rule, "master", message) for rule, message in found]


def check_subtitles(
    name: str,
    text: str,
    video_text: str,
    segments: Mapping[str, str] | None = None,
    video_starts: Mapping[int, float] | None = None,
) -> list[Violation]:
    """Return where a subtitle playlist is not in step with the playlist of the video.

    `segments` are the WebVTT segments by URI. `video_starts` are the timestamps of the video's segments in
    seconds, by media sequence number.
    """
    playlist, video = read_media(text), read_media(video_text)
    violations = [Violation(rule, name, message) for rule, message in _check_steps(playlist, video)]
    for segment in playlist.segments:
        if segments is None:
            continue
        start = (video_starts or {}).get(segment.sequence)
        content = segments.get(segment.uri)
        if content is None:
            violations.append(Violation("segments-exist", segment.uri, "the segment is missing"))
            continue
        problems = _check_segment(content, segment.seconds or 0, start)
        violations += [Violation(rule, segment.uri, message) for rule, message in problems]
    return violations


def _check_steps(playlist: MediaPlaylist, video: MediaPlaylist) -> Iterator[tuple[str, str]]:
    if playlist.target_duration != video.target_duration:
        yield (
            "same-target-duration",
            f"TARGETDURATION {playlist.target_duration} s, {video.target_duration} s in the video",
        )
    if playlist.has_ended and not video.has_ended:
        yield "same-type", "the subtitles have ended, and the video has not"
    behind = _end(video) - _end(playlist)
    if behind < 0:
        yield "not-ahead", "the subtitles list a segment that the video does not list yet"
    if behind > (0 if video.has_ended else MAX_SEGMENTS_BEHIND):
        yield "not-far-behind", f"the subtitles are {behind} segments behind"
    # The windows are equally long in time, so that of the subtitles begins a few segments earlier.
    if not 0 <= video.media_sequence - playlist.media_sequence <= max(behind, 0) + MAX_SEGMENTS_BEHIND:
        yield (
            "window-in-step",
            f"the first segment is {playlist.media_sequence}, {video.media_sequence} in the video",
        )
    yield from _check_discontinuities(playlist, video)
    dates, video_dates = _read_dates(playlist), _read_dates(video)
    videos = {segment.sequence: segment for segment in video.segments}
    for segment in playlist.segments:
        other = videos.get(segment.sequence)
        if other is None:
            continue
        if abs((segment.seconds or 0) - (other.seconds or 0)) > _DURATION_TOLERANCE:
            yield "same-duration", f"{segment.uri} lasts {segment.seconds} s, {other.seconds} s in the video"
        date, video_date = dates.get(segment.sequence), video_dates.get(segment.sequence)
        if video_date is not None and date is None:
            yield "same-dates", f"{segment.uri} has no date"
        elif date and video_date and abs(date - video_date) > timedelta(seconds=_DURATION_TOLERANCE):
            yield "same-dates", f"{segment.uri} was live at {date}, {video_date} in the video"


def _check_discontinuities(playlist: MediaPlaylist, video: MediaPlaylist) -> Iterator[tuple[str, str]]:
    numbers, video_numbers = _count_discontinuities(playlist), _count_discontinuities(video)
    different = [
        sequence
        for sequence, number in numbers.items()
        if sequence in video_numbers and video_numbers[sequence] != number
    ]
    if different:
        yield "same-discontinuities", f"segment {different[0]} is after another number of discontinuities"


def _check_segment(text: str, seconds: float, video_start: float | None) -> Iterator[tuple[str, str]]:
    lines = text.removeprefix("\ufeff").splitlines()
    if not lines or not re.fullmatch(r"WEBVTT([ \t].*)?", lines[0]):
        yield "webvtt-header", "the first line is not WEBVTT"
    head = text.replace("\r\n", "\n").partition("\n\n")[0]
    found = _MAP.search(head)
    timings = _TIMING.findall(text)
    if not found:
        if timings:
            yield "timestamp-map", "there are cues and no X-TIMESTAMP-MAP in the header"
        return
    pts, local = int(found[1] or found[4]), _parse_time(found[2] or found[3])
    if pts >= _MODULUS or local is None:
        yield "timestamp-map", f"the map is not valid: {found[0]}"
        return
    start = pts / TICKS_PER_SECOND - local
    if video_start is not None and abs(_wrap(start + local - video_start)) > _TIMESTAMP_TOLERANCE:
        yield "same-timestamps", f"the map says {pts / TICKS_PER_SECOND:.3f} s, the video {video_start:.3f} s"
    previous = 0.0
    for first, last in timings:
        begin, end = _parse_time(first), _parse_time(last)
        if begin is None or end is None or begin >= end:
            yield "cue-times", f"{first} --> {last} is not a time"
            continue
        if begin < previous:
            yield "cue-order", f"{first} comes after a later cue"
        previous = begin
        if begin - local >= seconds or end - local <= 0:
            yield "cue-in-segment", f"{first} --> {last} is not shown in the segment"


def _end(playlist: MediaPlaylist) -> int:
    return playlist.media_sequence + len(playlist.segments)


def _count_discontinuities(playlist: MediaPlaylist) -> dict[int, int]:
    number, numbers = playlist.discontinuity_sequence, {}
    for segment in playlist.segments:
        number += segment.is_discontinuity
        numbers[segment.sequence] = number
    return numbers


def _read_dates(playlist: MediaPlaylist) -> dict[int, datetime]:
    """Return when each segment was live, also of those after a segment with a date."""
    dates: dict[int, datetime] = {}
    pending: datetime | None = None
    sequence, seconds = playlist.media_sequence, 0.0
    for line in playlist.text.splitlines():
        if line.startswith("#EXT-X-PROGRAM-DATE-TIME:"):
            pending = datetime.fromisoformat(line.partition(":")[2])
        elif line.startswith("#EXTINF:"):
            seconds = float(line.partition(":")[2].split(",")[0])
        elif line and not line.startswith("#"):
            if pending is not None:
                dates[sequence] = pending
                pending += timedelta(seconds=seconds)
            sequence += 1
    return dates


def _parse_time(text: str) -> float | None:
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hours, minutes, seconds, fraction = (int(part or 0) for part in found.groups())
    return (hours * 60 + minutes) * 60 + seconds + fraction / 1000


def _wrap(seconds: float) -> float:
    """Return a difference of timestamps, which begin again after 26.5 hours."""
    modulus = _MODULUS / TICKS_PER_SECOND
    return (seconds + modulus / 2) % modulus - modulus / 2
