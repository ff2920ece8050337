"""The program tables of an MPEG transport stream, which say what its streams are (ISO 13818-1, 2.4.4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_PAT_TABLE_ID, _PMT_TABLE_ID = 0, 2
_HEADER_SIZE, _CRC_SIZE = 8, 4
_PRIVATE_DATA = 6
_VIDEO_TYPES = {0x01: "mpeg1video", 0x02: "mpeg2video", 0x10: "mpeg4", 0x1B: "h264", 0x24: "hevc"}
_AUDIO_TYPES = {0x03: "mp2", 0x04: "mp2", 0x0F: "aac", 0x11: "aac_latm", 0x81: "ac3", 0x87: "eac3"}
_REGISTRATION, _LANGUAGE, _AC3, _EAC3, _AAC, _EXTENSION = 0x05, 0x0A, 0x6A, 0x7A, 0x7C, 0x7F
_REGISTERED_AUDIO = {b"Opus": "opus", b"AC-3": "ac3", b"EAC3": "eac3"}
_REGISTERED_VIDEO = {b"HEVC": "hevc", b"AV01": "av1"}
_DESCRIPTORS = {_AC3: "ac3", _EAC3: "eac3", _AAC: "aac_latm"}
_OPUS_EXTENSION = 0x80


@dataclass(frozen=True, slots=True)
class ProgramStream:
    """A video or audio stream of a program: its packet identifier, and its codec's name in ffmpeg.

    `configuration` is that of the audio decoder. `language` is that of the audio (ISO 639-2), or "".
    """

    pid: int
    is_video: bool
    codec: str
    configuration: bytes = b""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Program:
    """The number of a program, and the PID of its map."""

    number: int
    map_pid: int


def _is_current(section: bytes, table_id: int) -> bool:
    """Return whether a section is a table of this kind that applies now, and not only later (2.4.4.5)."""
    return len(section) >= _HEADER_SIZE and section[0] == table_id and bool(section[5] & 1)


def read_section(payload: bytes) -> bytes | None:
    """Return the table that starts in a payload, without its checksum. None if more bytes are needed."""
    start = 1 + payload[0] if payload else 0
    section = payload[start:]
    if len(section) < 3:
        return None
    length = 3 + ((section[1] & 0x0F) << 8 | section[2])
    return section[: length - _CRC_SIZE] if len(section) >= length else None


def read_program(section: bytes) -> Program | None:
    """Return the first program of a program association table. None if it has none, or is not one."""
    if _is_current(section, _PAT_TABLE_ID):
        for offset in range(_HEADER_SIZE, len(section) - 3, 4):
            if number := section[offset] << 8 | section[offset + 1]:
                return Program(number, (section[offset + 2] & 0x1F) << 8 | section[offset + 3])
    return None


def read_streams(section: bytes, program: Program) -> tuple[ProgramStream, ...] | None:
    """Return the video and audio streams of the program's map, in its order. None if it is not one.

    The maps of several programs may have the same PID.
    """
    if len(section) < 12 or not _is_current(section, _PMT_TABLE_ID):
        return None
    if section[3] << 8 | section[4] != program.number:
        return None
    offset = 12 + ((section[10] & 0x0F) << 8 | section[11])
    streams = []
    while offset + 5 <= len(section):
        kind, pid = section[offset], (section[offset + 1] & 0x1F) << 8 | section[offset + 2]
        length = (section[offset + 3] & 0x0F) << 8 | section[offset + 4]
        descriptors = section[offset + 5 : offset + 5 + length]
        offset += 5 + length
        if kind in _VIDEO_TYPES:
            streams.append(ProgramStream(pid, True, _VIDEO_TYPES[kind]))
        elif kind in _AUDIO_TYPES:
            streams.append(
                ProgramStream(pid, False, _AUDIO_TYPES[kind], language=_read_language(descriptors))
            )
        elif kind == _PRIVATE_DATA and (private := _read_private(pid, descriptors)):
            streams.append(private)
    return tuple(streams)


def _read_private(pid: int, data: bytes) -> ProgramStream | None:
    """Return a stream whose codec only its descriptors name."""
    codec, channels = "", 2
    for tag, content in _iter_descriptors(data):
        if tag == _REGISTRATION and content[:4] in _REGISTERED_VIDEO:
            return ProgramStream(pid, True, _REGISTERED_VIDEO[content[:4]])
        if tag == _REGISTRATION and content[:4] in _REGISTERED_AUDIO:
            codec = _REGISTERED_AUDIO[content[:4]]
        elif tag in _DESCRIPTORS:
            codec = codec or _DESCRIPTORS[tag]
        elif tag == _EXTENSION and content[:1] == bytes((_OPUS_EXTENSION,)) and len(content) > 1:
            channels = content[1] if 1 <= content[1] <= 2 else channels
    if not codec:
        return None
    configuration = _create_opus_header(channels) if codec == "opus" else b""
    return ProgramStream(pid, False, codec, configuration, _read_language(data))


def _read_language(data: bytes) -> str:
    """Return the language that the descriptors name (2.6.18), or ""."""
    for tag, content in _iter_descriptors(data):
        if tag == _LANGUAGE and content[:3].isalpha():
            return content[:3].decode("ascii").lower()
    return ""


def _create_opus_header(channels: int) -> bytes:
    """Return the header that an Opus decoder needs (RFC 7845, 5.1)."""
    return b"OpusHead\x01" + bytes((channels,)) + bytes(2) + (48_000).to_bytes(4, "little") + bytes(3)


def _iter_descriptors(data: bytes) -> Iterator[tuple[int, bytes]]:
    offset = 0
    while offset + 2 <= len(data):
        length = data[offset + 1]
        yield data[offset], data[offset + 2 : offset + 2 + length]
        offset += 2 + length
