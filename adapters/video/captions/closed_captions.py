"""Closed captions in coded frames (ATSC A/53 part 4), extracted without decoding a frame."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from adapters.video.captions.cea608 import CaptionCue, Cea608Decoder
from adapters.video.captions.webvtt import make_cue
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

CaptionPair = tuple[int, int, int]
"""Field (1 or 2) and the two bytes, including parity."""
_A53_MARKER = b"GA94\x03"
_HAS_DATA, _COUNT_MASK = 0x40, 0x1F
_VALID, _FIELD_2 = 0x04, 0x03
_NON_PADDING_MASK = 0x7F
_TOP_ROWS, _MIDDLE_ROWS = 5, 10


def extract_caption_pairs(coded_frame: bytes) -> list[CaptionPair]:
    """Return the CEA-608 byte pairs of a coded frame (H.264, HEVC or MPEG-2), without padding."""
    result: list[CaptionPair] = []
    position = coded_frame.find(_A53_MARKER)
    while position >= 0:
        data = coded_frame[
            position + len(_A53_MARKER) : position + len(_A53_MARKER) + 2 + 3 * _COUNT_MASK + 40
        ]
        data = data.replace(b"\0\0\3", b"\0\0")
        count = data[0] & _COUNT_MASK if data and data[0] & _HAS_DATA else 0
        for offset in range(2, 2 + 3 * count, 3):
            kind, *pair = data[offset : offset + 3]
            if (
                len(pair) == 2
                and kind & _VALID
                and kind & _FIELD_2 < 2
                and any(b & _NON_PADDING_MASK for b in pair)
            ):
                result.append(((kind & 1) + 1, pair[0], pair[1]))
        position = coded_frame.find(_A53_MARKER, position + len(_A53_MARKER))
    return result


class ClosedCaptionCollector:
    """Collector that takes the captions of frames in any order and decodes them when all are present."""

    CHANNELS: ClassVar[Mapping[str, tuple[int, int]]] = {
        "CC1": (1, 1),
        "CC2": (1, 2),
        "CC3": (2, 1),
        "CC4": (2, 2),
    }
    """Field, and channel within the field, by the channel names of HLS and broadcasters."""

    def __init__(self) -> None:
        self._pairs: list[tuple[int, int, CaptionPair]] = []

    def add(self, pts: int, coded_frame: bytes) -> None:
        """Add a coded frame that is shown at `pts` (ticks of 1/90,000 s)."""
        if _A53_MARKER in coded_frame:
            self._pairs += [
                (pts, number, pair) for number, pair in enumerate(extract_caption_pairs(coded_frame))
            ]

    def decode_cues(self, end: int) -> dict[str, list[CaptionCue]]:
        """Return the cues of every channel that has any. `end` is the end of the last frame."""
        result = {}
        pairs = sorted(self._pairs)
        for name, (field, channel) in self.CHANNELS.items():
            decoder = Cea608Decoder(channel)
            for pts, _, (pair_field, first, second) in pairs:
                if pair_field == field:
                    decoder.add(pts, first, second)
            decoder.finish(end)
            if decoder.cues:
                result[name] = decoder.cues
        return result


def to_webvtt(cues: Sequence[CaptionCue]) -> str:
    """Return the cues as WebVTT. Text in the upper third of the screen stays at the top."""
    texts = (
        make_cue(f"{_format_time(cue.start)} --> {_format_time(cue.end)}{_cue_settings(cue.row)}", cue.text)
        for cue in cues
    )
    return "\n\n".join(["WEBVTT", *(text for text in texts if text)]) + "\n"


def _cue_settings(row: int) -> str:
    if row <= _TOP_ROWS:
        return " line:0"
    return " line:50%" if row <= _MIDDLE_ROWS else ""


def _format_time(ticks: int) -> str:
    milliseconds = max(0, round(ticks * 1000 / TICKS_PER_SECOND))
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{rest // 1000:02d}.{rest % 1000:03d}"
