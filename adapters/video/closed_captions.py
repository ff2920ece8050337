"""Closed captions that coded pictures carry (ATSC A/53 part 4), collected without decoding a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from adapters.video.caption_texts import make_cue
from adapters.video.cea608 import CaptionCue, Cea608Decoder
from adapters.video.clock import CLOCK

Pair = tuple[int, int, int]
"""Field (1 or 2) and the two bytes, with parity."""
_MARK = b"GA94\x03"
_HAS_DATA, _COUNT = 0x40, 0x1F
_VALID, _FIELD_2 = 0x04, 0x03
_EMPTY = 0x7F
_TOP, _MIDDLE = 5, 10


def caption_pairs(coded: bytes) -> list[Pair]:
    """Return the CEA-608 byte pairs of a coded picture (H.264, HEVC or MPEG-2), padding left out."""
    found: list[Pair] = []
    at = coded.find(_MARK)
    while at >= 0:
        data = coded[at + len(_MARK) : at + len(_MARK) + 2 + 3 * _COUNT + 40]
        data = data.replace(b"\0\0\3", b"\0\0")
        count = data[0] & _COUNT if data and data[0] & _HAS_DATA else 0
        for place in range(2, 2 + 3 * count, 3):
            kind, *pair = data[place : place + 3]
            if len(pair) == 2 and kind & _VALID and kind & _FIELD_2 < 2 and any(b & _EMPTY for b in pair):
                found.append(((kind & 1) + 1, pair[0], pair[1]))
        at = coded.find(_MARK, at + len(_MARK))
    return found


def carries_captions(coded: bytes) -> bool:
    """Return whether a coded picture has room for closed captions, also while nothing is said."""
    return _MARK in coded


class ClosedCaptions:
    """Collects what pictures carry, in any order, and decodes it when all are there."""

    CHANNELS: ClassVar[Mapping[str, tuple[int, int]]] = {
        "CC1": (1, 1),
        "CC2": (1, 2),
        "CC3": (2, 1),
        "CC4": (2, 2),
    }
    """Field, and channel within the field, by the names that HLS and broadcasters use."""

    def __init__(self) -> None:
        self._pairs: list[tuple[int, int, Pair]] = []

    def add(self, at: int, coded: bytes) -> None:
        """Take a coded picture that is shown at `at` (ticks of 1/90,000 s)."""
        if _MARK in coded:
            self._pairs += [(at, number, pair) for number, pair in enumerate(caption_pairs(coded))]

    def cues(self, end: int) -> dict[str, list[CaptionCue]]:
        """Return the cues of every channel that says anything; `end` is when the last picture ends."""
        found = {}
        pairs = sorted(self._pairs)
        for name, (field, channel) in self.CHANNELS.items():
            decoder = Cea608Decoder(channel)
            for at, _, (of_field, first, second) in pairs:
                if of_field == field:
                    decoder.add(at, first, second)
            decoder.finish(end)
            if decoder.cues:
                found[name] = decoder.cues
        return found


def to_webvtt(cues: Sequence[CaptionCue]) -> str:
    """Return cues as WebVTT; text in the upper third of the screen stays at the top."""
    texts = (make_cue(f"{_time(cue.start)} --> {_time(cue.end)}{_place(cue.row)}", cue.text) for cue in cues)
    return "\n\n".join(["WEBVTT", *(text for text in texts if text)]) + "\n"


def _place(row: int) -> str:
    if row <= _TOP:
        return " line:0"
    return " line:50%" if row <= _MIDDLE else ""


def _time(ticks: int) -> str:
    thousandths = max(0, round(ticks * 1000 / CLOCK))
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{rest // 1000:02d}.{rest % 1000:03d}"
