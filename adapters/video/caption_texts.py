"""Convert the text of captions to WebVTT (W3C): markup of SubRip and ASS becomes cue tags and settings.

Italics, bold, underline and `{\\an8}` are kept. Fonts, colors, karaoke, coordinates and drawings are removed.
"""

from __future__ import annotations

import re

_TIMES = re.compile(r"^\s*((?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d\d[.,]\d{1,3})(.*)$")
_OVERRIDE = re.compile(
    r"\{\s*\\[^{}]*\}|\{[yn]:[^{}]*\}|\{\s*(?:an?\d{1,2}|(?:pos|move)\([^{}]*\))\s*\}", re.IGNORECASE
)
"""What ASS puts between braces; the position tags also where a converter has lost the backslash."""
_ALIGNED = re.compile(r"[\\{\s]an?(\d{1,2})(?!\d)", re.IGNORECASE)
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]\d*[^{}]*\}.*?(?=\{[^{}]*\\p0[^{}]*\}|$)", re.DOTALL)
"""From `{\\p1}` to `{\\p0}` or the end: coordinates of shapes."""
_PATH_COMMANDS = frozenset("mnlbspc")
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,6})?")
_SWITCH = re.compile(r"\\([biu])(\d+)(?![a-z])")
_TAG = re.compile(r"<(/?)\s*([A-Za-z0-9]*)((?:[.\s:][^<>]*)?)>")
_ENTITY = re.compile(r"&(?!(?:amp|lt|gt|lrm|rlm|nbsp|#\d+|#x[0-9a-fA-F]+);)")
_KEPT = frozenset("biu")
_OF_WEBVTT = frozenset({"b", "i", "u", "c", "v", "lang", "ruby", "rt"})
_OLD_ALIGNMENT = {1: 1, 2: 2, 3: 3, 5: 7, 6: 8, 7: 9, 9: 4, 10: 5, 11: 6}
"""`\\a` of SSA by the number pad of `\\an`."""


def from_subrip(text: str) -> str:
    """Return SubRip, with or without markup of ASS, as WebVTT."""
    cues = []
    for block in re.split(r"\n[ \t]*\n", _lines(text)):
        lines = block.strip("\n").split("\n")
        at = next((number for number, line in enumerate(lines) if _TIMES.match(line)), None)
        if at is None:
            continue
        cues.append(make_cue(lines[at], "\n".join(lines[at + 1 :])))
    return "\n\n".join(["WEBVTT", *(cue for cue in cues if cue)]) + "\n"


def clean_webvtt(text: str) -> str:
    """Return WebVTT without the markup of other formats, which converters leave in it."""
    blocks = re.split(r"\n[ \t]*\n", _lines(text).strip("\n"))
    cleaned = [blocks[0]]
    for block in blocks[1:]:
        lines = block.split("\n")
        at = next((number for number, line in enumerate(lines) if _TIMES.match(line)), None)
        if at is None or lines[0].startswith(("NOTE", "STYLE", "REGION")):
            cleaned.append(block)
            continue
        cue = make_cue(lines[at], "\n".join(lines[at + 1 :]), _OF_WEBVTT)
        cleaned.append("\n".join([*lines[:at], cue]) if cue else "")
    return "\n\n".join(block for block in cleaned if block) + "\n"


def _lines(text: str) -> str:
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def make_cue(times: str, words: str, kept: frozenset[str] = _KEPT) -> str:
    """Return one WebVTT cue, or "" where no text is left.

    `times` is the line with `-->`, and `kept` names the tags that stay.
    """
    found = _TIMES.match(times)
    if found is None:
        return ""
    words = _DRAWING.sub(_place_of, words)
    words = "\n".join(line for line in words.split("\n") if not _is_path(line))
    overrides = "".join(_OVERRIDE.findall(words))
    settings = found[3].strip() if "%" in found[3] or "align:" in found[3] or "line:" in found[3] else ""
    settings = settings or _place(overrides)
    said = _words(words, kept)
    if not re.sub(r"<[^>]*>", "", said).strip():
        return ""
    first, last = (_time(found[1]), _time(found[2])) if kept is _KEPT else (found[1], found[2])
    line = f"{first} --> {last}" + (f" {settings}" if settings else "")
    return f"{line}\n{said}"


def _time(text: str) -> str:
    whole, _, part = text.replace(",", ".").partition(".")
    numbers = [number.zfill(2) for number in whole.split(":")]
    return ":".join(["00"] * (3 - len(numbers)) + numbers) + "." + part.ljust(3, "0")


def _place(overrides: str) -> str:
    """Settings of a cue for `\\an7` to `\\an9` (top), `\\an4` to `\\an6` (middle), left and right."""
    found = _ALIGNED.search(overrides)
    if found is None:
        return ""
    number = int(found[1])
    pad = number if found[0][1:3].lower() == "an" else _OLD_ALIGNMENT.get(number, 2)
    if not 1 <= pad <= 9:
        return ""
    row, column = (pad - 1) // 3, (pad - 1) % 3
    said = [
        ("", "line:50%", "line:0")[row],
        ("align:start position:0%", "", "align:end position:100%")[column],
    ]
    return " ".join(one for one in said if one)


def _is_path(line: str) -> bool:
    """Whether a line is a drawing that a converter has left as text: `m 0 0 l 100 0 100 100`."""
    begin, *rest = line.lower().split() or [""]
    numbers = [_NUMBER.fullmatch(word) is not None for word in rest]
    known = all(number or word in _PATH_COMMANDS for word, number in zip(rest, numbers, strict=True))
    return begin == "m" and numbers[:2] == [True, True] and False in numbers and known


def _place_of(drawing: re.Match[str]) -> str:
    """The alignment that a drawing sets holds for the text after it."""
    found = _ALIGNED.search(drawing[0])
    return f"{{{found[0].strip('{ ')}}}" if found else ""


def _words(words: str, kept: frozenset[str]) -> str:
    words = _OVERRIDE.sub(_switched, words)
    words = words.replace("\\N", "\n").replace("\\n", "\n").replace("\\h", " ")
    opened: list[str] = []
    parts, end = [], 0
    for tag in _TAG.finditer(words):
        parts += [_escaped(words[end : tag.start()]), _tag(tag, opened, kept)]
        end = tag.end()
    parts.append(_escaped(words[end:]))
    said = "".join([*parts, *(f"</{name}>" for name in reversed(opened))])
    return "\n".join(line.rstrip() for line in said.split("\n") if line.strip())


def _switched(override: re.Match[str]) -> str:
    """`{\\i1}` and `{\\b700}` as tags; whatever else an override says goes away."""
    switches = _SWITCH.findall(override[0])
    return "".join(f"<{name}>" if int(value) else f"</{name}>" for name, value in switches)


def _tag(tag: re.Match[str], opened: list[str], kept: frozenset[str]) -> str:
    """A tag that WebVTT has, closed in the order in which it was opened; "" for any other."""
    name = tag[2].lower()
    if not name and tag[3]:
        return ""
    if name not in kept:
        return tag[0] if re.fullmatch(r"<\d\d:\d\d(?::\d\d)?\.\d{3}>", tag[0]) else ""
    if not tag[1]:
        opened.append(name)
        return f"<{name}{tag[3].rstrip() if name not in _KEPT else ''}>"
    if name not in opened:
        return ""
    closed: list[str] = []
    while opened and (not closed or closed[-1] != name):
        closed.append(opened.pop())
    return "".join(f"</{one}>" for one in closed)


def _escaped(text: str) -> str:
    return _ENTITY.sub("&amp;", text).replace("<", "&lt;").replace("-->", "--&gt;")
