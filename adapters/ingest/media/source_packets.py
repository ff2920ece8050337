"""The video and audio packets of an encoder, for all protocols."""

from __future__ import annotations

from dataclasses import dataclass

H264 = "h264"
MAIN_TRACK = 0
"""The audio track that plays if the viewer does not choose another one."""


class UnsupportedVideoCodecError(Exception):
    """The video has a codec that browsers do not play. The text is the codec's name."""


class UnsupportedAudioCodecError(Exception):
    """The audio has a codec that cannot be decoded. The text is the codec's name."""


@dataclass(frozen=True, slots=True)
class VideoPacket:
    """A coded video frame with timestamps in milliseconds.

    H.264 is in MP4 format, and `configuration` is the latest AVCDecoderConfigurationRecord. Video with
    another `codec` (its name in ffmpeg) is in the form that a decoder with this configuration takes. `turn`:
    the filters (as ffmpeg writes them) that turn the picture upright.
    """

    dts: int
    pts: int
    is_keyframe: bool
    configuration: bytes
    data: bytes
    codec: str = H264
    turn: str = ""


@dataclass(frozen=True, slots=True)
class AudioFormat:
    """Settings for the audio decoder. `rate` and `channels` are 0 if the packets contain them."""

    codec: str
    configuration: bytes = b""
    rate: int = 0
    channels: int = 0


@dataclass(frozen=True, slots=True)
class AudioPacket:
    """An audio packet, with its timestamp in milliseconds. `track` counts the audio tracks from 0.

    `language` is that of the track, as the encoder names it (often ISO 639-2), or "".
    """

    dts: int
    format: AudioFormat
    data: bytes
    track: int = MAIN_TRACK
    language: str = ""
