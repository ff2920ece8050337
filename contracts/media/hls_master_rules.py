"""Rules for multivariant playlists: RFC 8216, sections 4.3.4 and 6.2.4, and Apple's specification."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from contracts.media.hls_playlists import Finding, MasterPlaylist, Tag, Variant, number, read_master

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
"""Level 1b is `09` in High profile (ITU-T H.264, A.3.2). Chromium knows no such name."""
_QUOTED = {
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
AUDIO_ONLY_BITS = 192_000
"""Apple, 9.16 of the general rules: a variant of at most 192 kbit/s for slow lines."""


def check_master(text: str, *, recording: bool, has_sound: bool = True) -> list[Finding]:
    """Return what is wrong in a multivariant playlist; recordings need I-frame playlists and sound alone.

    `has_sound`: the sound is not all silence, which is no use alone.
    """
    master = read_master(text)
    found = [*_form(master), *_variants(master), *_groups(master), *_references(master)]
    return found + (list(_recording(master, has_sound)) if recording else [])


def _find(rule: str, what: str) -> Finding:
    return Finding(rule, MASTER, what)


def _form(master: MasterPlaylist) -> Iterator[Finding]:
    if not master.text.startswith("#EXTM3U\n"):
        yield _find("begins-with-extm3u", "the first line is not #EXTM3U")
    if len(master.all("EXT-X-VERSION")) > 1:
        yield _find("one-version", "EXT-X-VERSION is there more than once")
    for tag in master.tags:
        if tag.name in _MEDIA_TAGS:
            yield _find("no-media-tags", f"{tag.name} belongs in media playlists")
        if tag.name in ("EXT-X-MEDIA", "EXT-X-STREAM-INF", "EXT-X-I-FRAME-STREAM-INF"):
            yield from _attribute_list(tag)


def _attribute_list(tag: Tag) -> Iterator[Finding]:
    if not tag.is_attribute_list:
        yield _find("attribute-lists", f"line {tag.line} is no attribute list, or names an attribute twice")
    for name, value in tag.attributes.items():
        quoted = name in _QUOTED or (name == "CLOSED-CAPTIONS" and value != "NONE")
        if quoted != value.startswith('"'):
            yield _find("attribute-lists", f"{name} in line {tag.line} has the wrong form: {value}")


def _variants(master: MasterPlaylist) -> Iterator[Finding]:
    if not master.variants:
        yield _find("has-variants", "there are no variants")
    for variant in master.variants:
        yield from _variant(variant)
    yield from _order(master.variants)
    twice = [uri for uri, count in Counter(each.uri for each in master.variants).items() if count > 1]
    if twice:
        yield _find("variants-differ", f"{twice[0]} is listed more than once")


def _variant(variant: Variant) -> Iterator[Finding]:
    where = variant.uri or f"line {variant.tag.line}"
    if not variant.uri:
        yield _find("uri-below-variant", f"line {variant.tag.line} is followed by no URI")
    peak, average = variant.number("BANDWIDTH"), variant.number("AVERAGE-BANDWIDTH")
    if not peak or peak != int(peak):
        yield _find("bandwidth", f"{where} has no BANDWIDTH")
    if not average:
        yield _find("average-bandwidth", f"{where} has no AVERAGE-BANDWIDTH")
    elif peak and average > peak:
        yield _find("average-bandwidth", f"{where} has an AVERAGE-BANDWIDTH above its BANDWIDTH")
    codecs = [each for each in variant.tag.get("CODECS").split(",") if each]
    if not codecs or not all(_CODEC.fullmatch(each) for each in codecs):
        yield _find("codecs", f"{where} has CODECS {variant.tag.get('CODECS')!r}")
    if any(each.startswith(("avc", "hvc", "hev")) for each in codecs):
        if not re.fullmatch(r"[0-9]+x[0-9]+", variant.tag.get("RESOLUTION")):
            yield _find("resolution", f"{where} has pictures and no RESOLUTION")
        if not re.fullmatch(r"[0-9]+(\.[0-9]{1,3})?", variant.tag.get("FRAME-RATE")):
            yield _find("frame-rate", f"{where} has pictures and no FRAME-RATE")
        if not variant.tag.get("CLOSED-CAPTIONS"):
            yield _find("closed-captions", f"{where} does not say CLOSED-CAPTIONS")


def _order(variants: Sequence[Variant]) -> Iterator[Finding]:
    """Players take the variants for what their bit rates say: a larger picture must not have fewer bits."""
    bits = [variant.number("BANDWIDTH") or 0 for variant in variants]
    if bits != sorted(bits) and bits != sorted(bits, reverse=True):
        yield _find(
            "ordered-by-bit-rate", f"BANDWIDTH neither rises nor falls: {[int(each) for each in bits]}"
        )
    by_bits = sorted(filter(pixels, variants), key=lambda variant: variant.number("BANDWIDTH") or 0)
    for small, large in pairwise(by_bits):
        if pixels(small) > pixels(large):
            yield _find("larger-has-more-bits", f"{small.uri} is larger than {large.uri} and has fewer bits")


def pixels(variant: Variant) -> int:
    """Return the number of pixels of a variant; 0 where it has no pictures."""
    width, _, height = variant.tag.get("RESOLUTION").partition("x")
    return int(width) * int(height) if width.isdecimal() and height.isdecimal() else 0


def _groups(master: MasterPlaylist) -> Iterator[Finding]:
    groups: dict[tuple[str, str], list[Tag]] = {}
    for tag in master.all("EXT-X-MEDIA"):
        kind, group = tag.get("TYPE"), tag.get("GROUP-ID")
        groups.setdefault((kind, group), []).append(tag)
        yield from _rendition(tag)
    for (kind, group), tags in groups.items():
        names = [tag.get("NAME") for tag in tags]
        if len(set(names)) != len(names):
            yield _find("names-in-group-differ", f"{kind} group {group!r} has a NAME twice")
        if sum(tag.get("DEFAULT") == "YES" for tag in tags) > 1:
            yield _find("one-default", f"{kind} group {group!r} has more than one DEFAULT=YES")
        alike = Counter(
            (tag.get("LANGUAGE"), tag.get("CHARACTERISTICS"), tag.get("FORCED"))
            for tag in tags
            if tag.get("AUTOSELECT") == "YES" and tag.get("LANGUAGE")
        )
        if any(count > 1 for count in alike.values()):
            yield _find("autoselect-differs", f"{kind} group {group!r} has two AUTOSELECT=YES of a language")
    sets: dict[str, list[list[str]]] = {}
    for (kind, _), tags in groups.items():
        sets.setdefault(kind, []).append(sorted(tag.get("NAME") for tag in tags))
    for kind, names_of in sets.items():
        if any(names != names_of[0] for names in names_of):
            yield _find("groups-are-alike", f"{kind} groups do not have the same renditions")


def _rendition(tag: Tag) -> Iterator[Finding]:
    kind, name = tag.get("TYPE"), tag.get("NAME") or f"line {tag.line}"
    if kind not in _KINDS:
        yield _find("rendition-type", f"{name} has TYPE {kind!r}")
    for attribute in ("GROUP-ID", "NAME"):
        if not tag.get(attribute):
            yield _find("rendition-attributes", f"line {tag.line} has no {attribute}")
    if kind == "SUBTITLES" and not tag.get("URI"):
        yield _find("subtitles-uri", f"subtitles {name} have no URI")
    if kind == "CLOSED-CAPTIONS":
        if tag.get("URI"):
            yield _find("closed-captions-uri", f"closed captions {name} have a URI")
        if not re.fullmatch(r"CC[1-4]|SERVICE([1-9]|[1-5][0-9]|6[0-3])", tag.get("INSTREAM-ID")):
            yield _find("instream-id", f"closed captions {name} have INSTREAM-ID {tag.get('INSTREAM-ID')!r}")
    elif tag.get("INSTREAM-ID"):
        yield _find("instream-id", f"{name} is no closed caption and has an INSTREAM-ID")
    if kind == "AUDIO" and not re.fullmatch(r"[0-9]+(/.*)?", tag.get("CHANNELS")):
        yield _find("channels", f"audio {name} does not say CHANNELS")
    if kind != "SUBTITLES" and tag.get("FORCED"):
        yield _find("forced", f"{name} has FORCED and is no subtitle")
    if tag.get("DEFAULT") == "YES" and tag.get("AUTOSELECT") == "NO":
        yield _find("default-is-autoselect", f"{name} is DEFAULT=YES and AUTOSELECT=NO")


def _references(master: MasterPlaylist) -> Iterator[Finding]:
    used = set()
    for variant in master.variants:
        for kind in _KINDS:
            group = variant.tag.get(kind)
            if not group or group == "NONE":
                continue
            used.add((kind, group))
            if not master.group(kind, group):
                yield _find(
                    "groups-resolve", f"{variant.uri} names {kind} group {group!r}, which is not there"
                )
    for tag in master.all("EXT-X-MEDIA"):
        if (tag.get("TYPE"), tag.get("GROUP-ID")) not in used:
            yield _find(
                "groups-are-used", f"no variant names {tag.get('TYPE')} group {tag.get('GROUP-ID')!r}"
            )
    captions = {variant.tag.get("CLOSED-CAPTIONS") for variant in master.variants if pixels(variant)}
    if "NONE" in captions and len(captions) > 1:
        yield _find("closed-captions-none", "CLOSED-CAPTIONS is NONE in some variants and a group in others")


def _recording(master: MasterPlaylist, has_sound: bool) -> Iterator[Finding]:
    if not master.has_independent_segments:
        yield _find("independent-segments", "EXT-X-INDEPENDENT-SEGMENTS is missing")
    frames = master.all("EXT-X-I-FRAME-STREAM-INF")
    if not frames:
        yield _find("i-frame-playlists", "there are no I-frame playlists")
    for tag in frames:
        yield from _i_frames(tag)
    alone = [each for each in master.variants if each.tag.get("CODECS").startswith("mp4a")]
    if has_sound and not alone:
        yield _find("audio-only", "there is no variant of sound alone")
    for variant in alone:
        if (variant.number("BANDWIDTH") or 0) > AUDIO_ONLY_BITS:
            yield _find("audio-only", f"{variant.uri} has more than 192 kbit/s")
        if variant.tag.get("RESOLUTION"):
            yield _find("audio-only", f"{variant.uri} has sound alone and a RESOLUTION")


def _i_frames(tag: Tag) -> Iterator[Finding]:
    where = tag.get("URI") or f"line {tag.line}"
    for attribute in ("URI", "BANDWIDTH", "CODECS", "RESOLUTION"):
        if not tag.get(attribute):
            yield _find("i-frame-attributes", f"I-frame playlist {where} has no {attribute}")
    for attribute in ("FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"):
        if tag.get(attribute):
            yield _find("i-frame-attributes", f"I-frame playlist {where} must not have {attribute}")
    if "mp4a" in tag.get("CODECS"):
        yield _find("i-frame-attributes", f"I-frame playlist {where} has no sound, but a codec of it")
    if number(tag.get("BANDWIDTH")) == 0:
        yield _find("i-frame-attributes", f"I-frame playlist {where} has BANDWIDTH 0")
