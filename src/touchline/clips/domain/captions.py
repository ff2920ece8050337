"""The captions of a clip: text files beside its segments (WebVTT; RFC 8216, 4.3.4.1 and 3.5).

A file begins and ends with a run of the clip's segments, so that it has the discontinuities of the video.
Its times count from the first frame of the clip.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from touchline.clips.domain.clip_segments import Segment
from touchline.shared.webvtt import (
    TICKS_PER_MS,
    TextCue,
    TimestampMap,
    cut_cues,
    move_cues,
    parse_cues,
    render_caption_playlist,
    render_webvtt,
)

FOLDER = "captions"
EMBEDDED_NAME = "Captions"
"""The name of captions that were embedded in the picture. Their language is not known."""
GROUP = "captions"
_MEDIA_TAG = "#EXT-X-MEDIA:"
_ATTRIBUTE = re.compile(r'([A-Z0-9-]+)=("[^"]*"|[^",]*)')


@dataclass(frozen=True, slots=True)
class Run:
    """Segments of a clip without a discontinuity between them.

    `start_ms` is their position in the clip's playlist, `start_pts` the timestamp of their first frame (ticks
    of 1/90,000 s). `starts_at` is when that frame was live; None for a recording.
    """

    start_ms: int
    duration_ms: int
    start_pts: int
    starts_at: datetime | None = None

    @property
    def end_ms(self) -> int:
        return self.start_ms + self.duration_ms


@dataclass(frozen=True, slots=True)
class RunCaptions:
    """Captions in one language. `cues` has those of each run, with times that count from its start.

    `language` is a BCP 47 tag, or "" if unknown.
    """

    language: str
    name: str
    cues: Sequence[Sequence[TextCue]]


@dataclass(frozen=True, slots=True)
class ClipCaptions:
    """Captions of a clip in one language, with times that count from its first frame."""

    language: str
    name: str
    cues: Sequence[TextCue]

    def cut(self, start_ms: int, end_ms: int) -> ClipCaptions:
        """Return the captions of a part, with times that count from its start."""
        return ClipCaptions(self.language, self.name, cut_cues(self.cues, start_ms, end_ms))


def find_runs(segments: Sequence[Segment], read_timestamp: Callable[[str], int]) -> list[Run]:
    """Return the runs of a rendition of a clip.

    `read_timestamp` returns the timestamp of the first frame of the segment with a name.
    """
    runs: list[Run] = []
    position_ms = 0
    for _, group in groupby(segments, lambda segment: segment.discontinuity):
        run = list(group)
        duration_ms = sum(segment.duration_ms for segment in run)
        runs.append(Run(position_ms, duration_ms, read_timestamp(run[0].name), run[0].starts_at))
        position_ms += duration_ms
    return runs


def to_clip_time(
    captions: RunCaptions, runs: Sequence[Run], offset_ms: int, duration_ms: int
) -> ClipCaptions:
    """Return captions that count from the clip's first frame, which is at `offset_ms` of its playlist."""
    placed = [
        cue for run, cues in zip(runs, captions.cues, strict=True) for cue in move_cues(cues, run.start_ms)
    ]
    return ClipCaptions(
        captions.language, captions.name, cut_cues(placed, offset_ms, offset_ms + duration_ms)
    )


def build_caption_files(
    captions: Sequence[ClipCaptions], runs: Sequence[Run], offset_ms: int
) -> tuple[list[str], dict[str, str]]:
    """Return the EXT-X-MEDIA tags of captions, and their files by name. Files are named after their content.

    Captions without text are left out.
    """
    tags: list[str] = []
    files: dict[str, str] = {}
    shown = [it for it in captions if it.cues]
    for number, it in enumerate(shown):
        texts = [_render_run(it, run, offset_ms) for run in runs]
        base = hashlib.sha256("\n".join([it.language, it.name, *texts]).encode()).hexdigest()[:16]
        names = [f"{base}-{index}.vtt" for index in range(len(runs))]
        files |= {f"{FOLDER}/{name}": text for name, text in zip(names, texts, strict=True)}
        files[f"{FOLDER}/{base}.m3u8"] = render_caption_playlist(
            [(name, run.duration_ms) for name, run in zip(names, runs, strict=True)]
        )
        is_first = it.language not in {other.language for other in shown[:number]} or not it.language
        tags.append(_format_tag(it, f"{FOLDER}/{base}.m3u8", is_first=is_first))
    return tags, files


def has_closed_captions(master: str) -> bool:
    """Return whether the picture of a clip has embedded captions."""
    return any(line.startswith(f"{_MEDIA_TAG}TYPE=CLOSED-CAPTIONS,") for line in master.splitlines())


def list_caption_uris(master: str) -> list[str]:
    """Return the URIs of the caption playlists of a clip's master playlist."""
    return [tag.get("URI", "") for tag in _list_tags(master)]


def list_caption_files(uri: str, playlist: str) -> list[str]:
    """Return the caption files that a caption playlist names, relative to the master playlist."""
    folder = uri.rpartition("/")[0]
    return [f"{folder}/{line}" for line in playlist.splitlines() if line and not line.startswith("#")]


def read_captions(master: str, read: Callable[[str], str]) -> list[ClipCaptions]:
    """Return the captions of a clip. `read` returns the text of a file in its play folder."""
    return [
        ClipCaptions(
            tag.get("LANGUAGE", ""),
            tag.get("NAME", ""),
            [
                cue
                for name in list_caption_files(tag.get("URI", ""), read(tag.get("URI", "")))
                for cue in parse_cues(read(name))
            ],
        )
        for tag in _list_tags(master)
    ]


def replace_tags(master: str, tags: Sequence[str]) -> str:
    """Return a clip's master playlist with these captions instead of its own."""
    lines = [line for line in master.splitlines() if not line.startswith(f"{_MEDIA_TAG}TYPE=SUBTITLES,")]
    first = next(number for number, line in enumerate(lines) if line.startswith("#EXT-X-STREAM-INF:"))
    group = f',SUBTITLES="{GROUP}"'
    variants = [
        line.replace(group, "") + (group if tags else "") if line.startswith("#EXT-X-STREAM-INF:") else line
        for line in lines[first:]
    ]
    return "\n".join([*lines[:first], *tags, *variants]) + "\n"


def join_captions(parts: Sequence[tuple[Sequence[ClipCaptions], int]]) -> list[ClipCaptions]:
    """Return the captions of joined parts by language, in the order of the first part that has each.

    A part is the captions of some footage, and the milliseconds by which they are shown later. A cue that
    goes on in the next part is one cue.
    """
    joined: dict[tuple[str, str], list[TextCue]] = {}
    for captions, by_ms in parts:
        for it in captions:
            cues = joined.setdefault((it.language, it.name), [])
            for cue in move_cues(it.cues, by_ms):
                last = cues[-1] if cues else None
                if last and (last.end_ms, last.text) == (cue.start_ms, cue.text) and cue.start_ms == by_ms:
                    cues[-1] = replace(last, end_ms=cue.end_ms)
                else:
                    cues.append(cue)
    return [ClipCaptions(language, name, cues) for (language, name), cues in joined.items()]


def _render_run(captions: ClipCaptions, run: Run, offset_ms: int) -> str:
    start_ms, end_ms = run.start_ms - offset_ms, run.end_ms - offset_ms
    cues = [
        TextCue(max(cue.start_ms, start_ms), min(cue.end_ms, end_ms), cue.text, cue.settings)
        for cue in captions.cues
        if cue.start_ms < end_ms and cue.end_ms > start_ms
    ]
    # The first run begins before the clip, and times are never negative.
    local_ms = max(0, start_ms)
    pts = run.start_pts + (local_ms - start_ms) * TICKS_PER_MS
    return render_webvtt(cues, TimestampMap(pts, local_ms))


def _format_tag(captions: ClipCaptions, uri: str, *, is_first: bool) -> str:
    """Return the tag of a language. Players may select only the first one of a language automatically."""
    language = f'LANGUAGE="{captions.language}",' if captions.language else ""
    name = captions.name.replace('"', "") or EMBEDDED_NAME
    return (
        f'{_MEDIA_TAG}TYPE=SUBTITLES,GROUP-ID="{GROUP}",NAME="{name}",{language}'
        f'DEFAULT=NO,AUTOSELECT={"YES" if is_first else "NO"},FORCED=NO,URI="{uri}"'
    )


def _list_tags(master: str) -> list[Mapping[str, str]]:
    return [
        {name: value.strip('"') for name, value in _ATTRIBUTE.findall(line)}
        for line in master.splitlines()
        if line.startswith(f"{_MEDIA_TAG}TYPE=SUBTITLES,")
    ]
