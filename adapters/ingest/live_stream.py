"""One encoder's stream on one timeline: pictures and sound from its messages, and what is wrong with them."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path

from adapters.ingest.flv import MediaReader, Picture, Sound, UnknownPicture, UnknownSound
from adapters.ingest.h264 import Coded, Unplayable, coded, shape
from adapters.ingest.record import RecordWriter
from adapters.ingest.rtmp import Message
from adapters.ingest.segmenter import Segmenter
from adapters.video.clock import CLOCK
from adapters.video.timeline import Timeline

START = 10 * CLOCK
"""Where the first picture is: pictures that are decoded before they are shown have room in front of it."""
LONGEST_PAUSE = 3 * CLOCK
"""A longer pause of the pictures is closed: what follows comes after what there is."""
NO_PICTURE = "The encoder sends no picture, only sound."
_NO_PICTURE_MS = 10_000
_NO_PICTURE = 5 * CLOCK
_KEPT_SOUND = 200
_FEW_KEYS = CLOCK * 7 // 2
_NO_KEYS = 12 * CLOCK
_TICKS = CLOCK // 1000


class LiveStream:
    """Takes an encoder's messages in and leaves segments. `renditions` as in the port `Ingest`."""

    def __init__(
        self, folder: Path, renditions: Sequence[str], record: RecordWriter, *, exactly: bool
    ) -> None:
        self._record = record
        self._reader = MediaReader()
        self._segmenter = Segmenter(folder, renditions, record, exactly=exactly)
        self._timeline = Timeline(LONGEST_PAUSE)
        self._early: deque[Sound] = deque(maxlen=_KEPT_SOUND)
        self._first_sound: int | None = None
        self._offset = 0
        self._sound_shift: int | None = None
        self._has_begun = False
        self._last_dts = 0
        self._last_key: int | None = None
        self._faults: dict[str, str] = {}
        self._reported = ""

    def take(self, message: Message) -> bool:
        """Take in a message; False where the stream cannot be used, and nothing more is to come."""
        try:
            for unit in self._reader.read(message):
                if isinstance(unit, Picture):
                    self._take_picture(unit)
                else:
                    self._take_sound(unit)
        except UnknownPicture as codec:
            return self._refuse(f"The encoder sends its picture as {codec}; set it to H.264.")
        except Unplayable as wrong:
            return self._refuse(str(wrong))
        except UnknownSound as codec:
            self._note_fault("sound", f"The encoder sends its sound as {codec}; set it to AAC.")
        if not self._has_begun and self._sound_alone_lasts() > _NO_PICTURE_MS:
            return self._refuse(NO_PICTURE)
        return True

    def finish(self) -> None:
        """The encoder has left: write down the last of it."""
        if not self._has_begun and self._early:
            self._refuse(NO_PICTURE)
        self._segmenter.pause()

    def _refuse(self, fault: str) -> bool:
        self._segmenter.pause()
        self._record.refuse(fault)
        return False

    def _sound_alone_lasts(self) -> int:
        if self._first_sound is None or not self._early:
            return 0
        return self._early[-1].dts - self._first_sound

    def _take_picture(self, picture: Picture) -> None:
        if not self._segmenter.is_open:
            if picture.is_key:
                self._open(picture)
            return
        shift = self._timeline.shift("video", picture.dts * _TICKS) + self._offset
        at = picture.pts * _TICKS + shift
        if at - self._segmenter.end > LONGEST_PAUSE:
            self._segmenter.pause()
            self._take_picture(picture)
            return
        dts = max(picture.dts * _TICKS + shift, self._last_dts + 1)
        made = coded(picture, max(at, dts), dts)
        if made is None:
            return
        self._last_dts = dts
        self._note_fault("picture", "")
        self._note_keys(made)
        other = shape(made) if self._segmenter.needs_shape(made) else None
        self._segmenter.add_picture(made, other)

    def _open(self, picture: Picture) -> None:
        """The first picture, or the first one after a pause."""
        shift = self._timeline.shift("video", picture.dts * _TICKS)
        at = self._segmenter.end if self._has_begun else START
        self._offset = at - picture.pts * _TICKS - shift
        dts = picture.dts * _TICKS + shift + self._offset
        if self._has_begun:
            dts = max(dts, self._last_dts + 1)
        made = coded(picture, at, dts)
        look = shape(made) if made is not None else None
        if made is None or look is None:
            return
        self._has_begun, self._last_dts = True, dts
        self._last_key = at
        self._segmenter.open(made, look)
        early, self._early = self._early, deque(maxlen=_KEPT_SOUND)
        for sound in early:
            if sound.dts >= picture.pts:
                self._take_sound(sound)

    def _take_sound(self, sound: Sound) -> None:
        if not self._segmenter.is_open:
            self._first_sound = sound.dts if self._first_sound is None else self._first_sound
            self._early.append(sound)
            return
        shift = self._timeline.shift("audio", sound.dts * _TICKS)
        if shift != self._sound_shift:
            self._sound_shift = shift
            self._segmenter.begin_sound_run()
        at = sound.dts * _TICKS + shift + self._offset
        if at - self._segmenter.end > _NO_PICTURE:
            self._note_fault("picture", NO_PICTURE)
        self._segmenter.add_sound(sound, at)

    def _note_keys(self, picture: Coded) -> None:
        """Tell the operator where the encoder sends few key frames, or none."""
        since = picture.at - (self._last_key if self._last_key is not None else picture.at)
        if picture.is_key:
            self._last_key = picture.at
            self._note_fault("keys", _few_keys(since) if since > _FEW_KEYS else "")
        elif since > _NO_KEYS:
            self._note_fault("keys", "The encoder sends no key frames; set its key frame interval to 2 s.")

    def _note_fault(self, about: str, fault: str) -> None:
        """Keep a sentence for the operator until the next one about the same; empty: all is well."""
        self._faults[about] = fault
        newest = next((one for one in self._faults.values() if one), "")
        if newest != self._reported:
            self._reported = newest
            self._record.report(newest)


def _few_keys(since: int) -> str:
    return (
        f"The encoder sends a key frame only every {since / CLOCK:.0f} s; "
        "set its key frame interval to 2 s, or viewers see the game later."
    )
