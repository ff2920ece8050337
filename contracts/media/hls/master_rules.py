"""Rules for master playlists: RFC 8216, sections 4.3.4 and 6.2.4, and Apple's specification."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from contracts.media.hls.playlists import MasterPlaylist, Tag, Variant, Violation, parse_number, read_master

MASTER = "master"
_MEDIA_TAGS = frozenset(
    {
        *("EXTINF", "EXT-X-BYTERANGE", "EXT-X-DISCONTINUITY", "EXT-X-KEY", "EXT-X-MAP", "EXT-X-ENDLIST"),
        *("EXT-X-PROGRAM-DATE-TIME", "EXT-X-TARGETDURATION", "EXT-X-MEDIA-SEQUENCE", "EXT-X-I-FRAMES-ONLY"),
        *("EXT-X-DISCONTINUITY-SEQUENCE", "EXT-X-PLAYLIST-TYPE"),
    }
)
_KINDS = ("AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS")
_CODEC = re.compile(
    r"(avc1|avc3)\.[0-9A-Fa-f]{4}(?!09)[0-9A-Fa-f]{2}|(hvc1|hev1)\.[0-9A-Za-z.]+|mp4a\.[0-9A-Fa-f]{2}(\.[0-9]{1,2})?|stpp\.ttml\.im1t|wvtt"
)
"""Level 1b is `09` in High profile (ITU-T H.264, A.3.2). Chromium does not support that name."""
_QUOTED_ATTRIBUTES = {
    "CODECS",
    "AUDIO",
    "VIDEO",
    "SUBTITLES",
    "URI",
    "GROUP-ID",
    "NAME",
    "LANGUAGE",
    "INSTREAM-ID",
    "CHANNELS",
}
MAX_AUDIO_ONLY_BITRATE = 192_000
"""Apple, 9.16 of the general rules: a variant of at most 192 kbit/s for slow connections."""


def check_master(text: str, *, is_recording: bool, has_audio: bool = True) -> list[Violation]:
    """Return the violations of a master playlist. Recordings need I-frame playlists and an audio-only
    variant.

    `has_audio`: the audio is not all silence. Silent audio does not need an audio-only variant.
    """
    master = read_master(text)
    violations = [
        *_check_format(master),
        *_check_variants(master),
        *_check_groups(master),
        *_check_references(master),
    ]
    return violations + (list(_check_recording(master, has_audio)) if is_recording else [])


def _violation(rule: str, message: str) -> Violation:
    return Violation(rule, MASTER, message)


def _check_format(master: MasterPlaylist) -> Iterator[Violation]:
    if not master.text.startswith("#EXTM3U\n"):
        yield _violation("begins-with-extm3u", "the first line is not #EXTM3U")
    if len(master.find_tags("EXT-X-VERSION")) > 1:
        yield _violation("one-version", "EXT-X-VERSION occurs more than once")
    for tag in master.tags:
        if tag.name in _MEDIA_TAGS:
            yield _violation("no-media-tags", f"{tag.name} belongs in media playlists")
        if tag.name in ("EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF"):
            yield from _check_attribute_list(tag)


def _check_attribute_list(tag: Tag) -> Iterator[Violation]:
    if not tag.is_attribute_list:
        yield _violation(
            "attribute-lists", f"line {tag.line} is not an attribute list, or has an attribute twice"
        )
    for name, value in tag.attributes.items():
        quoted = name in _QUOTED_ATTRIBUTES or (name == "CLOSED-CAPTIONS" and value != "NONE")
        if quoted != value.startswith('"'):
            yield _violation("attribute-lists", f"{name} in line {tag.line} has the wrong form: {value}")


def _check_variants(master: MasterPlaylist) -> Iterator[Violation]:
    if not master.variants:
        yield _violation("has-variants", "there are no variants")
    for variant in master.variants:
        yield from _check_variant(variant)
    yield from _check_order(master.variants)
    duplicates = [uri for uri, count in Counter(item.uri for item in master.variants).items() if count > 1]
    if duplicates:
        yield _violation("variants-differ", f"{duplicates[0]} is listed more than once")


def _check_variant(variant: Variant) -> Iterator[Violation]:
    location = variant.uri or f"line {variant.tag.line}"
    if not variant.uri:
        yield _violation("uri-below-variant", f"line {variant.tag.line} is not followed by a URI")
    peak, average = variant.get_number("BANDWIDTH"), variant.get_number("AVERAGE-BANDWIDTH")
    if not peak or peak != int(peak):
        yield _violation("bandwidth", f"{location} has no BANDWIDTH")
    if not average:
        yield _violation("average-bandwidth", f"{location} has no AVERAGE-BANDWIDTH")
    elif peak and average > peak:
        yield _violation("average-bandwidth", f"{location} has an AVERAGE-BANDWIDTH above its BANDWIDTH")
    codecs = [item for item in variant.tag.get_attribute("CODECS").split(",") if item]
    if not codecs or not all(_CODEC.fullmatch(item) for item in codecs):
        yield _violation("codecs", f"{location} has CODECS {variant.tag.get_attribute('CODECS')!r}")
    if any(item.startswith(("avc", "hvc", "hev")) for item in codecs):
        if not re.fullmatch(r"[0-9]+x[0-9]+", variant.tag.get_attribute("RESOLUTION")):
            yield _violation("resolution", f"{location} has video and no RESOLUTION")
        if not re.fullmatch(r"[0-9]+(\.[0-9]{1,3})?", variant.tag.get_attribute("FRAME-RATE")):
            yield _violation("frame-rate", f"{location} has video and no FRAME-RATE")
        if not variant.tag.get_attribute("CLOSED-CAPTIONS"):
            yield _violation("closed-captions", f"{location} has no CLOSED-CAPTIONS")


def _check_order(variants: Sequence[Variant]) -> Iterator[Violation]:
    """Check the order of bitrates: players trust them, so a larger resolution must not have a lower
    bitrate."""
    bitrates = [variant.get_number("BANDWIDTH") or 0 for variant in variants]
    if bitrates != sorted(bitrates) and bitrates != sorted(bitrates, reverse=True):
        yield _violation(
            "ordered-by-bit-rate", f"BANDWIDTH neither rises nor falls: {[int(item) for item in bitrates]}"
        )
    by_bitrate = sorted(
        filter(count_pixels, variants), key=lambda variant: variant.get_number("BANDWIDTH") or 0
    )
    for small, large in pairwise(by_bitrate):
        if count_pixels(small) > count_pixels(large):
            yield _violation(
                "larger-has-more-bits", f"{small.uri} is larger than {large.uri} and has a lower bitrate"
            )


def count_pixels(variant: Variant) -> int:
    """Return the pixel count of a variant; 0 for a variant without video."""
    width, _, height = variant.tag.get_attribute("RESOLUTION").partition("x")
    return int(width) * int(height) if width.isdecimal() and height.isdecimal() else 0


def _check_groups(master: MasterPlaylist) -> Iterator[Violation]:
    groups: dict[tuple[str, str], list[Tag]] = {}
    for tag in master.find_tags("EXT-X-MEDIA"):
        kind, group = tag.get_attribute("TYPE"), tag.get_attribute("GROUP-ID")
        groups.setdefault((kind, group), []).append(tag)
        yield from _check_rendition(tag)
    for (kind, group), tags in groups.items():
        names = [tag.get_attribute("NAME") for tag in tags]
        if len(set(names)) != len(names):
            yield _violation("names-in-group-differ", f"{kind} group {group!r} has a NAME twice")
        if sum(tag.get_attribute("DEFAULT") == "YES" for tag in tags) > 1:
            yield _violation("one-default", f"{kind} group {group!r} has more than one DEFAULT=YES")
        autoselect_counts = Counter(
            (tag.get_attribute("LANGUAGE"), tag.get_attribute("CHARACTERISTICS"), tag.get_attribute("FORCED"))
            for tag in tags
            if tag.get_attribute("AUTOSELECT") == "YES" and tag.get_attribute("LANGUAGE")
        )
        if any(count > 1 for count in autoselect_counts.values()):
            yield _violation(
                "autoselect-differs", f"{kind} group {group!r} has two AUTOSELECT=YES of a language"
            )
    name_sets: dict[str, list[list[str]]] = {}
    for (kind, _), tags in groups.items():
        name_sets.setdefault(kind, []).append(sorted(tag.get_attribute("NAME") for tag in tags))
    for kind, group_names in name_sets.items():
        if any(names != group_names[0] for names in group_names):
            yield _violation("groups-are-alike", f"{kind} groups do not have the same renditions")


def _check_rendition(tag: Tag) -> Iterator[Violation]:
    kind, name = tag.get_attribute("TYPE"), tag.get_attribute("NAME") or f"line {tag.line}"
    if kind not in _KINDS:
        yield _violation("rendition-type", f"{name} has TYPE {kind!r}")
    for attribute in ("GROUP-ID", "NAME"):
        if not tag.get_attribute(attribute):
            yield _violation("rendition-attributes", f"line {tag.line} has no {attribute}")
    if kind == "SUBTITLES" and not tag.get_attribute("URI"):
        yield _violation("subtitles-uri", f"subtitles {name} have no URI")
    if kind == "CLOSED-CAPTIONS":
        if tag.get_attribute("URI"):
            yield _violation("closed-captions-uri", f"closed captions {name} have a URI")
        if not re.fullmatch(r"CC[1-4]|SERVICE([1-9]|[1-5][0-9]|6[0-3])", tag.get_attribute("INSTREAM-ID")):
            yield _violation(
                "instream-id", f"closed captions {name} have INSTREAM-ID {tag.get_attribute('INSTREAM-ID')!r}"
            )
    elif tag.get_attribute("INSTREAM-ID"):
        yield _violation("instream-id", f"{name} is not a closed caption and has an INSTREAM-ID")
    if kind == "AUDIO" and not re.fullmatch(r"[0-9]+(/.*)?", tag.get_attribute("CHANNELS")):
        yield _violation("channels", f"audio {name} has no CHANNELS")
    if kind != "SUBTITLES" and tag.get_attribute("FORCED"):
        yield _violation("forced", f"{name} has FORCED and is not a subtitle")
    if tag.get_attribute("DEFAULT") == "YES" and tag.get_attribute("AUTOSELECT") == "NO":
        yield _violation("default-is-autoselect", f"{name} is DEFAULT=YES and AUTOSELECT=NO")


def _check_references(master: MasterPlaylist) -> Iterator[Violation]:
    used = set()
    for variant in master.variants:
        for kind in _KINDS:
            group = variant.tag.get_attribute(kind)
            if not group or group == "NONE":
                continue
            used.add((kind, group))
            if not master.find_group(kind, group):
                yield _violation(
                    "groups-resolve", f"{variant.uri} names {kind} group {group!r}, which is missing"
                )
    for tag in master.find_tags("EXT-X-MEDIA"):
        if (tag.get_attribute("TYPE"), tag.get_attribute("GROUP-ID")) not in used:
            yield _violation(
                "groups-are-used",
                f"no variant names {tag.get_attribute('TYPE')} group {tag.get_attribute('GROUP-ID')!r}",
            )
    captions = {
        variant.tag.get_attribute("CLOSED-CAPTIONS") for variant in master.variants if count_pixels(variant)
    }
    if "NONE" in captions and len(captions) > 1:
        yield _violation(
            "closed-captions-none", "CLOSED-CAPTIONS is NONE in some variants and a group in others"
        )


def _check_recording(master: MasterPlaylist, has_audio: bool) -> Iterator[Violation]:
    if not master.has_independent_segments:
        yield _violation("independent-segments", "EXT-X-INDEPENDENT-SEGMENTS is missing")
    frames = master.find_tags("EXT-X-I-FRAME-STREAM-INF")
    if not frames:
        yield _violation("i-frame-playlists", "there are no I-frame playlists")
    for tag in frames:
        yield from _check_iframe_tag(tag)
    audio_only = [item for item in master.variants if item.tag.get_attribute("CODECS").startswith("mp4a")]
    if has_audio and not audio_only:
        yield _violation("audio-only", "there is no audio-only variant")
    for variant in audio_only:
        if (variant.get_number("BANDWIDTH") or 0) > MAX_AUDIO_ONLY_BITRATE:
            yield _violation("audio-only", f"{variant.uri} has more than 192 kbit/s")
        if variant.tag.get_attribute("RESOLUTION"):
            yield _violation("audio-only", f"{variant.uri} is audio-only and has a RESOLUTION")


def _check_iframe_tag(tag: Tag) -> Iterator[Violation]:
    location = tag.get_attribute("URI") or f"line {tag.line}"
    for attribute in ("URI", "BANDWIDTH", "CODECS", "RESOLUTION"):
        if not tag.get_attribute(attribute):
            yield _violation("i-frame-attributes", f"I-frame playlist {location} has no {attribute}")
    for attribute in ("FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"):
        if tag.get_attribute(attribute):
            yield _violation("i-frame-attributes", f"I-frame playlist {location} must not have {attribute}")
    if "mp4a" in tag.get_attribute("CODECS"):
        yield _violation(
            "i-frame-attributes", f"I-frame playlist {location} has no audio, but an audio codec"
        )
    if parse_number(tag.get_attribute("BANDWIDTH")) == 0:
        yield _violation("i-frame-attributes", f"I-frame playlist {location} has BANDWIDTH 0")
