"""Video and audio packets from the messages of an RTMP stream (Adobe's FLV 10.1, annex E; Enhanced RTMP
2)."""

from __future__ import annotations

from collections.abc import Iterator

from adapters.ingest.media.enhanced_flv import AUDIO_TRACKS, VIDEO_TRACKS, read_extended_tracks
from adapters.ingest.media.source_packets import (
    H264,
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
}
_EXTENDED_VIDEO = {b"avc1": H264, b"hvc1": "hevc", b"av01": "av1", b"vp09": "vp9"}
_HEVC = 12
"""The number that some encoders use for HEVC, in the form of H.264."""
_CODECS_WITH_COMPOSITION_TIME = (H264, "hevc")
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
        self._audio_configs: dict[int, bytes] = {}

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
        frame_type = (body[0] >> 4) & 7
        if frame_type == _COMMAND_FRAME:
            return
        if body[0] & 0x80:
            extended = next(
                (item for item in read_extended_tracks(body, VIDEO_TRACKS) if not item.track), None
            )
            if extended is None:
                return
            packet_type, name, offset = extended.packet_type, extended.fourcc, extended.offset
            body = body[: extended.end]
            if name not in _EXTENDED_VIDEO:
                raise UnsupportedVideoCodecError(name.decode("latin-1").strip() or "an unknown codec")
            codec, header_size = _EXTENDED_VIDEO[name], 0
        else:
            number, packet_type, offset = body[0] & 15, body[1], 2
            if number not in (_AVC, _HEVC):
                raise UnsupportedVideoCodecError(_VIDEO_CODECS.get(number, f"FLV codec {number}"))
            if packet_type > _CODED_FRAMES:
                return
            codec, header_size = H264 if number == _AVC else "hevc", 3
        if packet_type == _SEQUENCE_HEADER:
            self._video_config = body[offset + header_size :]
            return
        if packet_type not in (_CODED_FRAMES, _CODED_FRAMES_X):
            return
        composition_time = 0
        if packet_type == _CODED_FRAMES and codec in _CODECS_WITH_COMPOSITION_TIME:
            composition_time, offset = (
                (int.from_bytes(body[offset : offset + 3], "big") ^ _SIGN_BIT) - _SIGN_BIT,
                offset + 3,
            )
        if (self._video_config or codec != H264) and len(body) > offset:
            dts, data = message.timestamp, body[offset:]
            pts = dts + composition_time
            yield VideoPacket(dts, pts, frame_type == 1, self._video_config, data, codec)

    def _read_audio(self, message: Message) -> Iterator[AudioPacket]:
        body = message.body
        sound_format = body[0] >> 4
        if sound_format in _UNSUPPORTED_AUDIO:
            raise UnsupportedAudioCodecError(_UNSUPPORTED_AUDIO[sound_format])
        if sound_format == _EXTENDED_AUDIO:
            for item in read_extended_tracks(body, AUDIO_TRACKS):
                codec = _AUDIO_FOURCCS.get(item.fourcc, "")
                yield from self._read_audio_data(
                    message, codec, item.packet_type, body[item.offset : item.end], item.track
                )
            return
        if sound_format == _AAC:
            codec, packet_type, offset = "aac", body[1], 2
        else:
            codec, packet_type, offset = _AUDIO_CODECS.get(sound_format, ""), _CODED_FRAMES, 1
        yield from self._read_audio_data(message, codec, packet_type, body[offset:])

    def _read_audio_data(
        self, message: Message, codec: str, packet_type: int, data: bytes, track: int = 0
    ) -> Iterator[AudioPacket]:
        if codec and packet_type == _SEQUENCE_HEADER:
            self._audio_configs[track] = data
        elif codec and packet_type == _CODED_FRAMES and data:
            audio_format = self._audio_format(codec, message.body[0], track)
            yield AudioPacket(message.timestamp, audio_format, data, track)

    def _audio_format(self, codec: str, flags: int, track: int) -> AudioFormat:
        channels = 1 + (flags & 1)
        if codec == "pcm_s16le":
            return AudioFormat(codec, b"", _PCM_RATES[(flags >> 2) & 3], channels)
        if codec in ("pcm_alaw", "pcm_mulaw"):
            return AudioFormat(codec, b"", _G711_RATE, channels)
        has_configuration = codec in ("aac", "opus", "flac")
        return AudioFormat(codec, self._audio_configs.get(track, b"") if has_configuration else b"")
