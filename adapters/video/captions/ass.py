"""Conversion of captions in the ASS format (Advanced SubStation Alpha) to WebVTT."""

from __future__ import annotations

import re

from adapters.video.captions.webvtt import make_cue

_COMMENT = re.compile(r"\{[^{}\\]*\}")
_TIME = re.compile(r"(\d+):(\d\d):(\d\d)[.:](\d{1,3})")
_EVENT_FIELDS: tuple[str, ...] = (
    *("layer", "start", "end", "style", "name", "marginl", "marginr", "marginv"),
    *("effect", "text"),
)
_DEFAULT_ALIGNMENT = 2
Fields = dict[str, str]


def from_ass(text: str) -> str:
    """Return the dialogue as WebVTT, ordered by time.

    Drawings, comments, fonts and colors are removed. A position at the top or the side is kept, even if only
    the style sets it. A text that several layers show at once appears once.
    """
    alignments: dict[str, int] = {}
    dialogue: list[tuple[tuple[str, str], str]] = []
    section, names = "", _EVENT_FIELDS
    for line in text.lstrip("\ufeff").splitlines():
        kind, _, value = line.partition(":")
        if line.startswith("["):
            section, names = line.strip().lower(), _EVENT_FIELDS
        elif kind == "Format":
            names = tuple(name.strip().lower() for name in value.split(","))
        elif kind == "Style" and "styles" in section:
            style = _parse_fields(names, value)
            alignments[style.get("name", "")] = _parse_alignment(style)
        elif kind == "Dialogue" and section == "[events]":
            _add_dialogue(dialogue, _parse_fields(names, value), alignments)
    cues = (
        make_cue(f"{start} --> {end}", cue_text)
        for (start, end), cue_text in sorted(dialogue, key=_cue_times)
    )
    return "\n\n".join(["WEBVTT", *dict.fromkeys(cue for cue in cues if cue)]) + "\n"


def _parse_fields(names: tuple[str, ...], value: str) -> Fields:
    """Return the values of a line by field name. The last value may contain commas."""
    return dict(zip(names, (part.strip() for part in value.split(",", len(names) - 1)), strict=False))


def _parse_alignment(style: Fields) -> int:
    number = style.get("alignment", "")
    return int(number) if number.isdigit() else _DEFAULT_ALIGNMENT


def _add_dialogue(
    dialogue: list[tuple[tuple[str, str], str]], event: Fields, alignments: dict[str, int]
) -> None:
    start, end = _parse_time(event.get("start", "")), _parse_time(event.get("end", ""))
    if not start or not end or start >= end:
        return
    cue_text = _COMMENT.sub("", event.get("text", ""))
    alignment = alignments.get(event.get("style", "").lstrip("*"), _DEFAULT_ALIGNMENT)
    position_tag = "" if alignment == _DEFAULT_ALIGNMENT else f"{{\\an{alignment}}}"
    has_own_position = re.search(r"\{[^{}]*\\an?\d", cue_text)
    dialogue.append(((start, end), cue_text if has_own_position else position_tag + cue_text))


def _parse_time(text: str) -> str:
    match = _TIME.fullmatch(text)
    if match is None:
        return ""
    return f"{int(match[1]):02d}:{match[2]}:{match[3]}.{match[4].ljust(3, '0')}"


def _cue_times(line: tuple[tuple[str, str], str]) -> tuple[str, str]:
    return line[0]
