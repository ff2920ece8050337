"""Captions as text tracks of MP4 files (3GPP timed text, `tx3g`), and those embedded in the picture."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, BinaryIO

import av

from adapters.video.captions.closed_captions import ClosedCaptionCollector, to_webvtt
from adapters.video.cutting.segment_index import open_segment
from adapters.video.languages import iso_639_2_code, unique_name
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.clips.domain.captions import EMBEDDED_NAME, RunCaptions
from touchline.clips.ports.cutting import TextTrack
from touchline.shared.webvtt import TextCue, parse_cues

_TICKS_PER_MS = TICKS_PER_SECOND // 1000
_STYLE = b"""[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, \
Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, \
MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,16,&Hffffff,&Hffffff,&H0,&H0,0,0,0,0,100,100,0,0,1,1,0,2,10,10,10,0

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
"""
"""The default style, which the encoder writes into the description of the track."""
_MAX_BYTES = 0xFFFF
_CONTAINERS = (b"moov", b"trak", b"mdia")
_IS_ENABLED = 1


@dataclass(frozen=True, slots=True)
class TextStream:
    """A text track of an open file, and its samples, which do not overlap."""

    stream: Any
    cues: Sequence[TextCue]

    def make_packets(self) -> Iterator[Any]:
        """Yield the samples in order. The file gets an empty one after each that no other follows at once."""
        for cue in self.cues:
            text = cue.text.encode()[:_MAX_BYTES]
            packet: Any = av.Packet(struct.pack(">H", len(text)) + text)
            packet.time_base = Fraction(1, TICKS_PER_SECOND)
            packet.pts = packet.dts = cue.start_ms * _TICKS_PER_MS
            packet.duration = (cue.end_ms - cue.start_ms) * _TICKS_PER_MS
            packet.stream = self.stream
            yield packet


def add_text_stream(container: Any, track: TextTrack) -> TextStream:
    """Add a text track to a file whose header is not written yet."""
    stream = container.add_stream("mov_text")
    stream.codec_context.subtitle_header = _STYLE
    stream.time_base = stream.codec_context.time_base = Fraction(1, TICKS_PER_SECOND)
    stream.metadata["title"] = stream.metadata["handler_name"] = track.name
    stream.metadata["language"] = iso_639_2_code(track.language)
    return TextStream(stream, flatten_cues(track.cues))


def count_samples(tracks: Sequence[TextTrack]) -> int:
    """Return an upper limit of the number of samples, with the empty ones."""
    return sum(4 * len(track.cues) + 1 for track in tracks)


def flatten_cues(cues: Sequence[TextCue]) -> list[TextCue]:
    """Return cues as plain text that do not overlap. Texts that are shown at once are lines of one."""
    edges = sorted({edge for cue in cues for edge in (cue.start_ms, cue.end_ms)})
    flat: list[TextCue] = []
    active: list[TextCue] = []
    ordered = sorted(cues, key=lambda cue: cue.start_ms)
    position = 0
    for start_ms, end_ms in pairwise(edges):
        active = [cue for cue in active if cue.end_ms > start_ms]
        while position < len(ordered) and ordered[position].start_ms <= start_ms:
            active.append(ordered[position])
            position += 1
        text = "\n".join(filter(None, (cue.displayed_text for cue in active)))
        if not text:
            continue
        if flat and flat[-1].end_ms == start_ms and flat[-1].text == text:
            flat[-1] = replace(flat[-1], end_ms=end_ms)
        else:
            flat.append(TextCue(start_ms, end_ms, text))
    return flat


def disable_text_tracks(path: Path) -> None:
    """Mark the text tracks of a file as not enabled, so that players show none until the viewer chooses one.

    ffmpeg always enables the first one.
    """
    with path.open("r+b") as file:
        file.seek(0, 2)
        for start, end in _find_box_contents(file, 0, file.tell(), b"trak"):
            handler = next(_find_box_contents(file, start, end, b"hdlr"))[0]
            file.seek(handler + 8)
            if file.read(4) not in (b"sbtl", b"text"):
                continue
            header = next(_find_box_contents(file, start, end, b"tkhd"))[0]
            file.seek(header + 3)
            flags = file.read(1)[0]
            file.seek(header + 3)
            file.write(bytes([flags & ~_IS_ENABLED]))


def read_embedded_captions(runs: Sequence[Sequence[Path]]) -> list[RunCaptions]:
    """Return the CEA-608 captions of each channel that has any."""
    found = [_read_run(run) for run in runs]
    channels = sorted({channel for cues in found for channel in cues})
    names: set[str] = set()
    captions = []
    for channel in channels:
        name = unique_name(EMBEDDED_NAME, names)
        names.add(name)
        captions.append(RunCaptions("", name, [cues.get(channel, []) for cues in found]))
    return captions


def _read_run(run: Sequence[Path]) -> dict[str, list[TextCue]]:
    collector = ClosedCaptionCollector()
    start, end = None, 0
    for path in run:
        with open_segment(path, needs_decoder=False) as container:
            for packet in container.demux(container.streams.video[0]):
                if packet.pts is not None:
                    collector.add(packet.pts, bytes(packet))
                    start = packet.pts if start is None else min(start, packet.pts)
                    end = max(end, packet.pts + (packet.duration or 0))
    first = start or 0
    return {
        channel: parse_cues(
            to_webvtt([replace(cue, start=cue.start - first, end=cue.end - first) for cue in cues])
        )
        for channel, cues in collector.decode_cues(end).items()
    }


def _find_box_contents(file: BinaryIO, start: int, end: int, kind: bytes) -> Iterator[tuple[int, int]]:
    """Yield the first and last position of the content of each box of a kind (ISO 14496-12, 4.2)."""
    while start + 8 <= end:
        file.seek(start)
        size, name = struct.unpack(">I4s", file.read(8))
        content = start + 8
        if size == 1:
            size, content = struct.unpack(">Q", file.read(8))[0], start + 16
        stop = start + size if size else end
        if name == kind:
            yield content, stop
        elif name in _CONTAINERS:
            yield from _find_box_contents(file, content, stop, kind)
        if stop <= start:
            return
        start = stop
