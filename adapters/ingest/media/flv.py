"""Video and audio packets from the messages of an RTMP stream (Adobe's FLV 10.1, annex E; Enhanced RTMP
2)."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.ingest.media.source_packets import (
    AudioFormat,
    AudioPacket,
    UnsupportedAudioCodecError,
    UnsupportedVideoCodecError,
    VideoPacket,
)
from adapters.ingest.rtmp.messages import AUDIO, VIDEO, Message

_AVC, _AAC, _EXTENDED_AUDIO = 7, 10, 9
_VIDEO_CODECS = {
    2: "Sorenson H.263",
    3: "Screen Video",
    4: "VP6",
    5: "VP6",
    6: "Screen Video",
    12: "H.265 (HEVC)",
}
_VIDEO_FOURCCS = {b"hvc1": "H.265 (HEVC)", b"av01": "AV1", b"vp09": "VP9", b"vp08": "VP8"}
_AUDIO_CODECS = {
    0: "pcm_s16le",
    2: "mp3",
    3: "pcm_s16le",
    7: "pcm_alaw",
    8: "pcm_mulaw",
    14: "mp3",
}
_AUDIO_FOURCCS = {
    b"mp4a": "aac",
    b".mp3": "mp3",
    b"Opus": "opus",
    b"ac-3": "ac3",
    b"ec-3": "eac3",
    b"fLaC": "flac",
}
_UNSUPPORTED_AUDIO = {1: "ADPCM", 4: "Nellymoser", 5: "Nellymoser", 6: "Nellymoser", 11: "Speex"}
_PCM_RATES = (5512, 11025, 22050, 44100)
_G711_RATE = 8000
_COMMAND_FRAME = 5
_SEQUENCE_HEADER, _CODED_FRAMES, _CODED_FRAMES_X = 0, 1, 3
_SIGN_BIT = 1 << 23


class MediaReader:
    """Extracts video and audio packets from messages, and keeps the configurations sent before them."""

    def __init__(self) -> None:
        self._video_config = b""
        self._audio_config = b""

    def read(self, message: Message) -> Iterator[VideoPacket | AudioPacket]:
        """Yield the packets of a message.

        Raises `UnsupportedVideoCodecError` or `UnsupportedAudioCodecError` if the codec is not supported.
        """
        if message.kind == VIDEO and len(message.body) > 1:
            yield from self._read_video(message)
        elif message.kind == AUDIO and len(message.body) > 1:
            yield from self._read_audio(message)

    def _read_video(self, message: Message) -> Iterator[VideoPacket]:
        body = message.body
        extended, frame_type = bool(body[0] & 0x80), (body[0] >> 4) & 7
        if frame_type == _COMMAND_FRAME:
            return
        if extended:
            packet_type, name, offset = body[0] & 15, body[1:5], 5
            if name != b"avc1":
                raise UnsupportedVideoCodecError(
                    _VIDEO_FOURCCS.get(name, name.decode("latin-1").strip() or "an unknown codec")
                )
        else:
            codec, packet_type, offset = body[0] & 15, body[1], 2
            if codec != _AVC:
                raise UnsupportedVideoCodecError(_VIDEO_CODECS.get(codec, f"FLV codec {codec}"))
        if packet_type == _SEQUENCE_HEADER:
            self._video_config = body[offset + (0 if extended else 3) :]
            return
        if packet_type not in (_CODED_FRAMES, _CODED_FRAMES_X) or (
            packet_type == _CODED_FRAMES_X and not extended
        ):
            return
        composition_time = 0
        if packet_type == _CODED_FRAMES:
            composition_time, offset = (
                (int.from_bytes(body[offset : offset + 3], "big") ^ _SIGN_BIT) - _SIGN_BIT,
                offset + 3,
            )
        if self._video_config and len(body) > offset:
            dts = message.timestamp
            yield VideoPacket(dts, dts + composition_time, frame_type == 1, self._video_config, body[offset:])

    def _read_audio(self, message: Message) -> Iterator[AudioPacket]:
        body = message.body
        sound_format = body[0] >> 4
        if sound_format in _UNSUPPORTED_AUDIO:
            raise UnsupportedAudioCodecError(_UNSUPPORTED_AUDIO[sound_format])
        if sound_format == _EXTENDED_AUDIO:
            codec, packet_type, offset = _AUDIO_FOURCCS.get(body[1:5], ""), body[0] & 15, 5
        elif sound_format == _AAC:
            codec, packet_type, offset = "aac", body[1], 2
        else:
            codec, packet_type, offset = _AUDIO_CODECS.get(sound_format, ""), _CODED_FRAMES, 1
        if codec and packet_type == _SEQUENCE_HEADER:
            self._audio_config = body[offset:]
        elif codec and packet_type == _CODED_FRAMES and len(body) > offset:
            yield AudioPacket(message.timestamp, self._audio_format(codec, body[0]), body[offset:])

    def _audio_format(self, codec: str, flags: int) -> AudioFormat:
        channels = 1 + (flags & 1)
        if codec == "pcm_s16le":
            return AudioFormat(codec, b"", _PCM_RATES[(flags >> 2) & 3], channels)
        if codec in ("pcm_alaw", "pcm_mulaw"):
            return AudioFormat(codec, b"", _G711_RATE, channels)
        return AudioFormat(codec, self._audio_config if codec in ("aac", "opus", "flac") else b"")
