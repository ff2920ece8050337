"""Pictures and sound from the messages of an RTMP stream (Adobe's FLV 10.1, annex E; Enhanced RTMP 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adapters.ingest.rtmp import AUDIO, VIDEO, Message

_AVC, _AAC, _EXTENDED_SOUND = 7, 10, 9
_VIDEO_CODECS = {
    2: "Sorenson H.263",
    3: "Screen Video",
    4: "VP6",
    5: "VP6",
    6: "Screen Video",
    12: "H.265 (HEVC)",
}
_VIDEO_FOUR = {b"hvc1": "H.265 (HEVC)", b"av01": "AV1", b"vp09": "VP9", b"vp08": "VP8"}
_SOUND_CODECS = {
    0: "pcm_s16le",
    2: "mp3",
    3: "pcm_s16le",
    7: "pcm_alaw",
    8: "pcm_mulaw",
    14: "mp3",
}
_SOUND_FOUR = {
    b"mp4a": "aac",
    b".mp3": "mp3",
    b"Opus": "opus",
    b"ac-3": "ac3",
    b"ec-3": "eac3",
    b"fLaC": "flac",
}
_SOUND_UNKNOWN = {1: "ADPCM", 4: "Nellymoser", 5: "Nellymoser", 6: "Nellymoser", 11: "Speex"}
_PCM_RATES = (5512, 11025, 22050, 44100)
_G711_RATE = 8000
_INFORMATION = 5
_CONFIGURATION, _CODED, _CODED_AT_ONCE = 0, 1, 3
_SIGN = 1 << 23


class UnknownPicture(Exception):
    """The picture is coded as something that browsers do not play; the text is the codec's name."""


class UnknownSound(Exception):
    """The sound is coded as something that cannot be decoded; the text is the codec's name."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A coded picture: timestamps in milliseconds, and its bytes in the form of MP4. `configuration` is the
    AVCDecoderConfigurationRecord that came last."""

    dts: int
    pts: int
    is_key: bool
    configuration: bytes
    data: bytes


@dataclass(frozen=True, slots=True)
class SoundFormat:
    """What a decoder must know; `rate` and `channels` are 0 where its packets say so themselves."""

    codec: str
    configuration: bytes = b""
    rate: int = 0
    channels: int = 0


@dataclass(frozen=True, slots=True)
class Sound:
    """A packet of sound; its timestamp in milliseconds."""

    dts: int
    format: SoundFormat
    data: bytes


class MediaReader:
    """Tells pictures and sound, and remembers the configurations that come in front of them."""

    def __init__(self) -> None:
        self._video = b""
        self._sound = b""

    def read(self, message: Message) -> Iterator[Picture | Sound]:
        """What a message holds; `UnknownPicture` and `UnknownSound` for what cannot be worked with."""
        if message.kind == VIDEO and len(message.body) > 1:
            yield from self._read_picture(message)
        elif message.kind == AUDIO and len(message.body) > 1:
            yield from self._read_sound(message)

    def _read_picture(self, message: Message) -> Iterator[Picture]:
        body = message.body
        extended, frame = bool(body[0] & 0x80), (body[0] >> 4) & 7
        if frame == _INFORMATION:
            return
        if extended:
            kind, name, at = body[0] & 15, body[1:5], 5
            if name != b"avc1":
                raise UnknownPicture(
                    _VIDEO_FOUR.get(name, name.decode("latin-1").strip() or "an unknown codec")
                )
        else:
            codec, kind, at = body[0] & 15, body[1], 2
            if codec != _AVC:
                raise UnknownPicture(_VIDEO_CODECS.get(codec, f"FLV codec {codec}"))
        if kind == _CONFIGURATION:
            self._video = body[at + (0 if extended else 3) :]
            return
        if kind not in (_CODED, _CODED_AT_ONCE) or (kind == _CODED_AT_ONCE and not extended):
            return
        later = 0
        if kind == _CODED:
            later, at = (int.from_bytes(body[at : at + 3], "big") ^ _SIGN) - _SIGN, at + 3
        if self._video and len(body) > at:
            dts = message.timestamp
            yield Picture(dts, dts + later, frame == 1, self._video, body[at:])

    def _read_sound(self, message: Message) -> Iterator[Sound]:
        body = message.body
        number = body[0] >> 4
        if number in _SOUND_UNKNOWN:
            raise UnknownSound(_SOUND_UNKNOWN[number])
        if number == _EXTENDED_SOUND:
            codec, kind, at = _SOUND_FOUR.get(body[1:5], ""), body[0] & 15, 5
        elif number == _AAC:
            codec, kind, at = "aac", body[1], 2
        else:
            codec, kind, at = _SOUND_CODECS.get(number, ""), _CODED, 1
        if codec and kind == _CONFIGURATION:
            self._sound = body[at:]
        elif codec and kind == _CODED and len(body) > at:
            yield Sound(message.timestamp, self._format(codec, body[0]), body[at:])

    def _format(self, codec: str, head: int) -> SoundFormat:
        channels = 1 + (head & 1)
        if codec == "pcm_s16le":
            return SoundFormat(codec, b"", _PCM_RATES[(head >> 2) & 3], channels)
        if codec in ("pcm_alaw", "pcm_mulaw"):
            return SoundFormat(codec, b"", _G711_RATE, channels)
        return SoundFormat(codec, self._sound if codec in ("aac", "opus", "flac") else b"")
