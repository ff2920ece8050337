"""Conversion of caption text to WebVTT (W3C): SubRip and ASS markup becomes cue tags and settings.

Italics, bold, underline and `{\an8}` are kept. Fonts, colors, karaoke, coordinates and drawings are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_TIMING_LINE = re.compile(
    r"^\s*((?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3})(.*)$"
)
_WEBVTT_TIME = re.compile(r"(?:\d{2,}:)?\d\d:\d\d\.\d{3}")
_OVERRIDE = re.compile(
    r"\{\s*\\[^{}]*\}|\{[yn]:[^{}]*\}|\{\s*(?:an?\d{1,2}|(?:pos|move)\([^{}]*\))\s*\}", re.IGNORECASE
)
"""ASS overrides between braces. Position tags also match if a converter dropped the backslash."""
_ALIGNMENT = re.compile(r"[\\{\s]an?(\d{1,2})(?!\d)", re.IGNORECASE)
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]\d*[^{}]*\}.*?(?=\{[^{}]*\\p0[^{}]*\}|$)", re.DOTALL)
"""From `{\\p1}` to `{\\p0}` or the end: coordinates of shapes."""
_PATH_COMMANDS = frozenset("mnlbspc")
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?")
_STYLE_SWITCH = re.compile(r"\\([biu])(\d+)(?![a-z])")
_TAG = re.compile(r"<(/?)\s*([A-Za-z0-9]*)((?:[.\s:][^<>]*)?)>")
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|lrm|rlm|nbsp|#\d+|#x[0-9a-fA-F]+);)")
_NO_CUES = ("NOTE", "STYLE", "REGION")
_SUBRIP_TAGS = frozenset("biu")
_WEBVTT_TAGS = frozenset({"b", "i", "u", "c", "v", "lang", "ruby", "rt"})
_SSA_ALIGNMENT = {1: 1, 2: 2, 3: 3, 5: 7, 6: 8, 7: 9, 9: 4, 10: 5, 11: 6}
"""`\\a` of SSA by the number pad of `\\an`."""


def from_subrip(text: str) -> str:
    """Return SubRip text, with or without ASS markup, as WebVTT."""
    cues = []
    for lines in _split_blocks(_normalize_newlines(text)):
        timing_index = next((number for number, line in enumerate(lines) if _TIMING_LINE.match(line)), None)
        if timing_index is None:
            continue
        cues.append(make_cue(lines[timing_index], "\n".join(lines[timing_index + 1 :])))
    return "\n\n".join(["WEBVTT", *(cue for cue in cues if cue)]) + "\n"


def clean_webvtt(text: str) -> str:
    """Return the WebVTT without markup of other formats that converters leave behind."""
    blocks = _split_blocks(_normalize_newlines(text))
    cleaned = ["\n".join(next(blocks))]
    for lines in blocks:
        timing_index = next((number for number, line in enumerate(lines) if _TIMING_LINE.match(line)), None)
        if timing_index is None or lines[0].startswith(_NO_CUES):
            cleaned.append("\n".join(lines))
            continue
        cue = make_cue(lines[timing_index], "\n".join(lines[timing_index + 1 :]), _WEBVTT_TAGS)
        cleaned.append("\n".join([*lines[:timing_index], cue]) if cue else "")
    return "\n\n".join(block for block in cleaned if block) + "\n"


def _split_blocks(text: str) -> Iterator[list[str]]:
    """Yield the lines of each block. A block with several timings is several cues without a blank line
    between them (W3C WebVTT, 6.1). A number above a timing belongs to it.
    """
    for block in re.split(r"\n[ \t]*\n", text.strip("\n")):
        lines = block.strip("\n").split("\n")
        timings = [number for number, line in enumerate(lines) if _TIMING_LINE.match(line)]
        if lines[0].startswith(_NO_CUES):
            timings = []
        starts = [
            number - 1 if number - 1 not in timings and lines[number - 1].strip().isdecimal() else number
            for number in timings[1:]
        ]
        for start, end in pairwise([0, *starts, len(lines)]):
            yield lines[start:end]


def _normalize_newlines(text: str) -> str:
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def make_cue(timing_line: str, cue_text: str, allowed_tags: frozenset[str] = _SUBRIP_TAGS) -> str:
    """Return one WebVTT cue, or "" if no text is left.

    `timing_line` is the line with `-->`, and `allowed_tags` names the tags to keep.
    """
    match = _TIMING_LINE.match(timing_line)
    if match is None:
        return ""
    cue_text = _DRAWING.sub(_alignment_of_drawing, cue_text)
    cue_text = "\n".join(line for line in cue_text.split("\n") if not _is_drawing_path(line))
    overrides = "".join(_OVERRIDE.findall(cue_text))
    settings = match[3].strip() if "%" in match[3] or "align:" in match[3] or "line:" in match[3] else ""
    settings = settings or _cue_settings(overrides)
    result = _convert_markup(cue_text, allowed_tags)
    if not re.sub(r"<[^>]*>", "", result).strip():
        return ""
    is_webvtt = allowed_tags is not _SUBRIP_TAGS
    first, last = (
        text if is_webvtt and _WEBVTT_TIME.fullmatch(text) else _normalize_time(text)
        for text in match.group(1, 2)
    )
    line = f"{first} --> {last}" + (f" {settings}" if settings else "")
    return f"{line}\n{result}"


def _normalize_time(text: str) -> str:
    clock_time, _, fraction = text.replace(",", ".").partition(".")
    numbers = [number.zfill(2) for number in clock_time.split(":")]
    return ":".join(["00"] * (3 - len(numbers)) + numbers) + "." + fraction.ljust(3, "0")


def _cue_settings(overrides: str) -> str:
    """Return the settings of a cue for `\\an7` to `\\an9` (top), `\\an4` to `\\an6` (middle) and sides."""
    match = _ALIGNMENT.search(overrides)
    if match is None:
        return ""
    number = int(match[1])
    keypad = number if match[0][1:3].lower() == "an" else _SSA_ALIGNMENT.get(number, 2)
    if not 1 <= keypad <= 9:
        return ""
    row, column = (keypad - 1) // 3, (keypad - 1) % 3
    result = [
        ("", "line:50%", "line:0")[row],
        ("align:start position:0%", "", "align:end position:100%")[column],
    ]
    return " ".join(setting for setting in result if setting)


def _is_drawing_path(line: str) -> bool:
    """Return whether a line is a drawing that a converter left as text: `m 0 0 l 100 0 100 100`."""
    first_word, *rest = line.lower().split() or [""]
    numbers = [_NUMBER.fullmatch(word) is not None for word in rest]
    is_path = all(number or word in _PATH_COMMANDS for word, number in zip(rest, numbers, strict=True))
    return first_word == "m" and numbers[:2] == [True, True] and False in numbers and is_path


def _alignment_of_drawing(drawing_match: re.Match[str]) -> str:
    """Return the alignment that a drawing sets, because it also applies to the text after the drawing."""
    match = _ALIGNMENT.search(drawing_match[0])
    return f"{{{match[0].strip('{ ')}}}" if match else ""


def _convert_markup(cue_text: str, allowed_tags: frozenset[str]) -> str:
    cue_text = _OVERRIDE.sub(_convert_override, cue_text)
    cue_text = cue_text.replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ")
    open_tags: list[str] = []
    parts, end = [], 0
    for tag in _TAG.finditer(cue_text):
        parts += [_escape(cue_text[end : tag.start()]), _convert_tag(tag, open_tags, allowed_tags)]
        end = tag.end()
    parts.append(_escape(cue_text[end:]))
    result = "".join([*parts, *(f"</{name}>" for name in reversed(open_tags))])
    return "\n".join(line.rstrip() for line in result.split("\n") if line.strip())


def _convert_override(override: re.Match[str]) -> str:
    """Return the style switches of an override, such as `{\\i1}` and `{\\b700}`, as tags."""
    switches = _STYLE_SWITCH.findall(override[0])
    return "".join(f"<{name}>" if int(value) else f"</{name}>" for name, value in switches)


def _convert_tag(tag: re.Match[str], open_tags: list[str], allowed_tags: frozenset[str]) -> str:
    """Return a tag that WebVTT supports, closed in the order in which it was opened, or "" for any other
    tag."""
    name = tag[2].lower()
    if not name and tag[3]:
        return ""
    if name not in allowed_tags:
        return tag[0] if re.fullmatch(r"<\d\d:\d\d(?::\d\d)?\.\d{3}>", tag[0]) else ""
    if not tag[1]:
        open_tags.append(name)
        return f"<{name}{tag[3].rstrip() if name not in _SUBRIP_TAGS else ''}>"
    if name not in open_tags:
        return ""
    closed: list[str] = []
    while open_tags and (not closed or closed[-1] != name):
        closed.append(open_tags.pop())
    return "".join(f"</{closed_name}>" for closed_name in closed)


def _escape(text: str) -> str:
    return _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace("-->", "--&gt;")
