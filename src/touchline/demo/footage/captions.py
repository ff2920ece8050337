"""Captions as WebVTT beside a film: `FILE.fr.vtt`, `FILE.en.vtt`, as the media pipeline takes them along."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_LEAD, _GAP = 1.0, 0.4


def write_captions(out: Path, captions: Sequence[tuple[str, Sequence[str]]], seconds: float) -> list[Path]:
    """Spread each language's lines evenly over a film; returns the files, named after `out`."""
    written = []
    for language, lines in captions:
        path = out.with_name(f"{out.stem}.{language}.vtt")
        path.write_text(vtt(lines, seconds), encoding="utf-8")
        written.append(path)
    return written


def vtt(lines: Sequence[str], seconds: float) -> str:
    """A WebVTT document with the lines one after the other."""
    slot = (seconds - 2 * _LEAD) / max(1, len(lines))
    cues = []
    for i, line in enumerate(lines):
        start = _LEAD + i * slot
        cues.append(f"{_clock(start)} --> {_clock(start + slot - _GAP)}\n{line}\n")
    return "WEBVTT\n\n" + "\n".join(cues)


def _clock(seconds: float) -> str:
    thousandths = max(0, round(seconds * 1000))
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{rest // 1000:02d}.{rest % 1000:03d}"
