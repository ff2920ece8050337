"""All rules over a package: what its playlists say is compared with what is in its segments."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from contracts.media.hls_master_rules import check_master, pixels
from contracts.media.hls_media_rules import check_media, check_side_by_side
from contracts.media.hls_playlists import (
    Finding,
    MasterPlaylist,
    MediaPlaylist,
    Tag,
    Variant,
    read_master,
    read_media,
)
from contracts.media.hls_segment_rules import (
    Row,
    average_bits,
    check_run,
    frame_rate,
    is_true,
    peak_bits,
)
from contracts.media.hls_segments import read_segment, segment_facts

MASTER = "master.m3u8"
_RATE_SLACK = 0.02
_KEY_SLACK = 0.005


def check_package(folder: Path, *, recording: bool = True, has_sound: bool = True) -> list[Finding]:
    """Return what is wrong in the playlists and segments of a folder.

    `recording`: it is whole, so that its bit rates are final, and has I-frame playlists and sound alone.
    `has_sound`: its sound is not all silence.
    """
    text = (folder / MASTER).read_text("utf-8")
    found = check_master(text, recording=recording, has_sound=has_sound)
    read = read_master(text)
    missing = [uri for uri in _uris(read) if not (folder / uri).is_file()]
    found += [Finding("uris-resolve", uri, "is not there") for uri in missing]
    if missing:
        return found
    for uri in _uris(read):
        found += check_media(uri, (folder / uri).read_text("utf-8"))
    found += check_side_by_side({each.uri: (folder / each.uri).read_text("utf-8") for each in read.variants})
    for variant in read.variants:
        found += _variant(folder, read, variant, recording)
    for tag in read.all("EXT-X-MEDIA"):
        found += _rendition(folder, tag)
    for tag in read.all("EXT-X-I-FRAME-STREAM-INF"):
        found += _i_frames(folder, tag)
    return found


def _uris(master: MasterPlaylist) -> list[str]:
    tags = master.all("EXT-X-MEDIA") + master.all("EXT-X-I-FRAME-STREAM-INF")
    named = [tag.get("URI") for tag in tags if tag.get("URI")]
    return list(dict.fromkeys([each.uri for each in master.variants if each.uri] + named))


def rows(folder: Path, uri: str) -> list[Row]:
    """Return the segments of a media playlist with their facts, in a row for each run."""
    playlist = folder / uri
    runs = read_media(playlist.read_text("utf-8")).runs()
    return [[(each, read_segment(playlist.parent / each.uri)) for each in run] for run in runs]


def _segments(folder: Path, uri: str) -> Iterator[Finding]:
    playlist = folder / uri
    read = read_media(playlist.read_text("utf-8"))
    gone = [each.uri for each in read.segments if not (playlist.parent / each.uri).is_file()]
    if gone:
        yield Finding("uris-resolve", uri, f"{gone[0]} is not there")
        return
    for row in rows(folder, uri):
        yield from check_run(uri, row, independent=read.has("EXT-X-INDEPENDENT-SEGMENTS"))


def _variant(folder: Path, master: MasterPlaylist, variant: Variant, recording: bool) -> Iterator[Finding]:
    broken = list(_segments(folder, variant.uri))
    yield from broken
    if any(finding.rule in ("uris-resolve", "transport-stream") for finding in broken):
        return
    row = [each for run in rows(folder, variant.uri) for each in run]
    for rule, what in _statements(variant, row):
        yield Finding(rule, variant.uri, what)
    if recording:
        for rule, what in _bit_rates(folder, master, variant, row):
            yield Finding(rule, variant.uri, what)


def _statements(variant: Variant, row: Row) -> Iterator[tuple[str, str]]:
    """RESOLUTION, FRAME-RATE and CODECS against the segments."""
    videos = [track for _, facts in row if (track := facts.track("video"))]
    sounds = [track for _, facts in row if (track := facts.track("audio"))]
    codecs = variant.tag.get("CODECS").split(",")
    if bool(videos) != bool(pixels(variant)):
        yield (
            "resolution-is-true",
            f"RESOLUTION {variant.tag.get('RESOLUTION')!r}, {len(videos)} with pictures",
        )
    if bool(sounds) != any(each.startswith("mp4a") for each in codecs):
        yield "codecs-are-true", f"CODECS {','.join(codecs)}, {len(sounds)} segments with sound"
    if not videos:
        return
    largest = max(videos, key=lambda track: track.width * track.height)
    if f"{largest.width}x{largest.height}" != variant.tag.get("RESOLUTION"):
        yield "resolution-is-true", f"{largest.width}x{largest.height}, not {variant.tag.get('RESOLUTION')}"
    stated, rate = variant.number("FRAME-RATE") or 0, frame_rate(row)
    if stated and rate and abs(stated - rate) > _RATE_SLACK * rate:
        yield "frame-rate-is-true", f"{rate:.3f} pictures a second, not {stated}"
    profiles = {track.profile.lower() for track in videos if track.profile}
    if profiles and not profiles & {each.lower() for each in codecs}:
        yield "codecs-are-true", f"pictures are {', '.join(sorted(profiles))}, not {codecs[0]}"


def _sizes(row: Row) -> list[tuple[int, float]]:
    return [(facts.size, segment.seconds or 0.0) for segment, facts in row]


def _bit_rates(folder: Path, master: MasterPlaylist, variant: Variant, row: Row) -> Iterator[tuple[str, str]]:
    target = read_media((folder / variant.uri).read_text("utf-8")).target
    beside = [tag for tag in master.group("AUDIO", variant.tag.get("AUDIO")) if tag.get("URI")]
    more = [0.0, 0.0]
    for tag in beside:
        if tag.get("URI") != variant.uri:
            sizes = [size for run in rows(folder, tag.get("URI")) for size in _sizes(run)]
            more = [max(more[0], peak_bits(sizes, target)), max(more[1], average_bits(sizes))]
    measured = (peak_bits(_sizes(row), target), average_bits(_sizes(row)))
    for name, least, most in zip(("BANDWIDTH", "AVERAGE-BANDWIDTH"), measured, more, strict=True):
        stated = variant.number(name)
        if stated and not is_true(stated, least, least + most):
            yield "bit-rates-are-true", f"{name} is {stated:.0f}, measured {least:.0f} bits a second"


def _rendition(folder: Path, tag: Tag) -> Iterator[Finding]:
    if tag.get("TYPE") == "AUDIO" and tag.get("URI"):
        yield from _segments(folder, tag.get("URI"))
    elif tag.get("TYPE") == "SUBTITLES":
        playlist = folder / tag.get("URI")
        for segment in read_media(playlist.read_text("utf-8")).segments:
            path = playlist.parent / segment.uri
            if not path.is_file() or not path.read_bytes().lstrip(b"\xef\xbb\xbf").startswith(b"WEBVTT"):
                yield Finding("webvtt", tag.get("URI"), f"{segment.uri} is no WebVTT")


def _i_frames(folder: Path, tag: Tag) -> Iterator[Finding]:
    """Each range begins with a key frame and holds no other picture."""
    uri = tag.get("URI")
    playlist = folder / uri
    read = read_media(playlist.read_text("utf-8"))
    if not read.has("EXT-X-I-FRAMES-ONLY"):
        yield Finding("i-frames-only", uri, "EXT-X-I-FRAMES-ONLY is missing")
    for rule, what in _ranges(playlist, read):
        yield Finding(rule, uri, what)


def _ranges(playlist: Path, read: MediaPlaylist) -> Iterator[tuple[str, str]]:
    for segment in read.segments:
        path = playlist.parent / segment.uri
        if not path.is_file():
            yield "uris-resolve", f"{segment.uri} is not there"
            continue
        data = path.read_bytes()
        first, length = segment.byte_range or (0, len(data))
        if first + length > len(data) or first % 188 or length % 188:
            yield "i-frame-ranges", f"{segment.uri} has no packets {length}@{first}"
            continue
        # Tables are at the beginning of the resource; a player reads them there.
        tables = b"" if first == 0 else data[: 188 * 3]
        video = segment_facts(tables + data[first : first + length]).track("video")
        whole = read_segment(path).track("video")
        if video is None or not video.begins_with_key:
            yield "i-frame-ranges", f"{segment.uri} has no key frame at {length}@{first}"
        elif whole and min(abs(video.first - at) for at in whole.keys) > _KEY_SLACK:
            yield "i-frame-ranges", f"{segment.uri} shows another picture at {length}@{first}"
        elif video.packets > 1:
            yield "i-frame-ranges", f"{segment.uri} has {video.packets} pictures at {length}@{first}"
