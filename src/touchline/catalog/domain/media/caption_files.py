"""The check of a caption file: WebVTT (W3C) or SubRip.

A refusal names the file, the line and what is right.
"""

from __future__ import annotations

import codecs
import re
from datetime import timedelta

from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

MAX_CAPTION_BYTES = 4 * 1024 * 1024
TOO_LARGE = ErrorMessage("errors.captions_too_large", "{file} is larger than 4 MB. Choose another file.")
NOT_CAPTIONS = ErrorMessage(
    "errors.captions_format",
    "{file} is not a caption file. Choose a WebVTT file (.vtt) or a SubRip file (.srt).",
)
NO_HEADER = ErrorMessage("errors.captions_header", "{file}, line 1: Write `WEBVTT` in the first line.")
INVALID_TIME = ErrorMessage(
    "errors.captions_time", "{file}, line {line}: `{text}` is not a valid time. Write it as `{example}`."
)
WRONG_ORDER = ErrorMessage(
    "errors.captions_order", "{file}, line {line}: The caption ends before it begins. Correct its times."
)
TOO_LATE = ErrorMessage(
    "errors.captions_too_late",
    "{file}, line {line}: The caption begins after the end of the video, at {end}."
    " Choose the file of this video.",
)
NO_CAPTIONS = ErrorMessage(
    "errors.captions_empty", "{file} contains no captions. Write a time such as `{example}` above each text."
)
_HEADER = "WEBVTT"
_EXAMPLES = {"vtt": "00:01:05.000 --> 00:01:08.500", "srt": "00:01:05,000 --> 00:01:08,500"}
_TIMES = {
    "vtt": r"(?:(\d{2,6}):)?([0-5]\d):([0-5]\d)\.(\d{3})",
    "srt": r"(?:(\d{1,6}):)?([0-5]?\d):([0-5]\d)[.,](\d{1,3})",
}
"""Hours have no upper bound (W3C WebVTT, 3.3). Six digits are more than any video has."""
_TIMINGS = {
    kind: re.compile(rf"\s*{time}\s*-->\s*{time}(?:\s.*)?", re.ASCII) for kind, time in _TIMES.items()
}
_ALMOST_TIMING = re.compile(r"\s*\d+:\d[\d:.,\s]*-{1,3}>", re.ASCII)
"""The beginning of a line that is meant as a timing, whatever is wrong with it."""
_SHOWN_LENGTH = 60


def decode_captions(data: bytes) -> str:
    """Return the text of a caption file, in UTF-8, UTF-16 with a byte order mark, or Windows-1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def check_captions(file: str, text: str, duration: timedelta) -> None:
    """Raise `RefusedError` with a sentence about the first problem of a file for a video of this duration."""
    suffix = file.lower().rpartition(".")[2]
    if suffix not in _EXAMPLES or "\0" in text:
        raise RefusedError(NOT_CAPTIONS.with_params(file=file))
    kind = "vtt" if text.startswith(_HEADER) else "srt"
    if suffix == "vtt" and kind != "vtt":
        raise RefusedError(NO_HEADER.with_params(file=file))
    has_cues = False
    for number, line in enumerate(text.splitlines(), 1):
        if "-->" in line or _ALMOST_TIMING.match(line):
            _check_timing(file, number, line, duration, kind)
            has_cues = True
    if not has_cues:
        raise RefusedError(NO_CAPTIONS.with_params(file=file, example=_EXAMPLES[kind]))


def _check_timing(file: str, number: int, line: str, duration: timedelta, kind: str) -> None:
    match = _TIMINGS[kind].fullmatch(line)
    if match is None:
        shown = line.strip()[:_SHOWN_LENGTH]
        example = _EXAMPLES[kind]
        raise RefusedError(INVALID_TIME.with_params(file=file, line=number, text=shown, example=example))
    start, end = _to_time(match.groups()[:4]), _to_time(match.groups()[4:])
    if end <= start:
        raise RefusedError(WRONG_ORDER.with_params(file=file, line=number))
    if start >= duration:
        whole_seconds = timedelta(seconds=int(duration.total_seconds()))
        raise RefusedError(TOO_LATE.with_params(file=file, line=number, end=str(whole_seconds)))


def _to_time(parts: tuple[str | None, ...]) -> timedelta:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return timedelta(
        hours=int(hours),
        minutes=int(minutes),
        seconds=int(seconds),
        milliseconds=int(fraction.ljust(3, "0")),
    )
