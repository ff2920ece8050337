"""Captions as WebVTT files beside a video: `FILE.fr.vtt`, `FILE.en.vtt`. The media pipeline imports them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_LEAD, _GAP = 1.0, 0.4


def write_captions(out: Path, captions: Sequence[tuple[str, Sequence[str]]], seconds: float) -> list[Path]:
    """Write the lines of each language, spread evenly over a video. Returns the files, named after `out`."""
    written = []
    for language, lines in captions:
        path = out.with_name(f"{out.stem}.{language}.vtt")
        path.write_text(vtt(lines, seconds), encoding="utf-8")
        written.append(path)
    return written


def vtt(lines: Sequence[str], seconds: float) -> str:
    """Return a WebVTT document with the lines as consecutive cues."""
    slot = (seconds - 2 * _LEAD) / max(1, len(lines))
    cues = []
    for i, line in enumerate(lines):
        start = _LEAD + i * slot
        cues.append(f"{_format_time(start)} --> {_format_time(start + slot - _GAP)}\n{line}\n")
    return "WEBVTT\n\n" + "\n".join(cues)


def _format_time(seconds: float) -> str:
    milliseconds = max(0, round(seconds * 1000))
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{rest // 1000:02d}.{rest % 1000:03d}"
