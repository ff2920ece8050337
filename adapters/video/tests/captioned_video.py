"""Test videos with CEA-608 captions: byte pairs as a caption encoder sends them, inserted into coded H.264
frames.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import av

Pairs = list[tuple[int, int]]
ERASE = 0x2C
_ROWS = {1: (0x11, 0x40), 2: (0x11, 0x60), 11: (0x10, 0x40), 14: (0x14, 0x40), 15: (0x14, 0x60)}
_SLICE = re.compile(rb"\x00\x00\x01[\x01\x05\x21\x25\x41\x45\x61\x65]")


def control_code(code: int, channel: int = 1, field: int = 1) -> Pairs:
    """Return a control code, sent twice."""
    first = (0x14 if field == 1 else 0x15) + 8 * (channel - 1)
    return [(first, code)] * 2


def preamble_address(row: int, channel: int = 1, extra: int = 0) -> Pairs:
    """Return a preamble address code. `extra` holds the bits of indent and style."""
    first, second = _ROWS[row]
    return [(first + 8 * (channel - 1), second + extra)] * 2


def text_pairs(text: str) -> Pairs:
    """Return text of the basic character set as byte pairs."""
    codes = text.encode("ascii") + b"\0" * (len(text) % 2)
    return list(zip(codes[::2], codes[1::2], strict=True))


def pop_on(text: str, row: int = 15, channel: int = 1, field: int = 1) -> Pairs:
    """Return a caption that is loaded off-screen and displayed at once with the last pair."""
    begin = [*control_code(0x20, channel, field), *control_code(0x2E, channel, field)]
    return [*begin, *preamble_address(row, channel), *text_pairs(text), *control_code(0x2F, channel, field)]


def roll_up(text: str, rows: int = 2) -> Pairs:
    """Return a new line at the bottom that pushes the others up."""
    return [*control_code(0x23 + rows), *control_code(0x2D), *preamble_address(15), *text_pairs(text)]


def schedule_pairs(script: Mapping[int, Pairs]) -> dict[int, tuple[int, int]]:
    """Return one pair per frame. Each sequence of pairs starts at the frame number that is its key."""
    return {number + offset: pair for number, pairs in script.items() for offset, pair in enumerate(pairs)}


def user_data(first: Sequence[int] = (0, 0), second: Sequence[int] = (0, 0)) -> bytes:
    """Return `GA94` user data with one pair for each field (ATSC A/53 part 4)."""
    pairs = bytes([0xFC, *map(with_odd_parity, first), 0xFD, *map(with_odd_parity, second)])
    return b"GA94\x03" + bytes([0x42, 0xFF]) + pairs + b"\xff"


def with_odd_parity(byte: int) -> int:
    """Return a byte of seven bits with odd parity."""
    return byte if byte.bit_count() % 2 else byte | 0x80


def wrap_sei(data: bytes) -> bytes:
    """Return a NAL unit with user data registered by ITU-T T.35 (H.264, D.1.6)."""
    payload = b"\xb5\x00\x31" + data
    message = b"\x04" + bytes([len(payload)]) + payload + b"\x80"
    return b"\x00\x00\x00\x01\x06" + re.sub(rb"\x00\x00(?=[\x00-\x03])", b"\x00\x00\x03", message)


def write_captions(
    source: Path,
    into: Path,
    first: Mapping[int, tuple[int, int]],
    second: Mapping[int, tuple[int, int]] | None = None,
    rate: int = 25,
) -> Path:
    """Copy an H.264 file (MPEG-TS) and add captions, keyed by frame number in presentation order."""
    with av.open(str(source)) as source_file, av.open(str(into), "w") as output_file:
        streams = {
            stream.index: output_file.add_stream_from_template(stream) for stream in source_file.streams
        }
        for stream in source_file.streams:
            streams[stream.index].metadata.update(stream.metadata)
        start: int | None = None
        packets: list[Any] = [packet for packet in source_file.demux() if packet.pts is not None]
        start = min(packet.pts for packet in packets if packet.stream.type == "video")
        for packet in packets:
            output_packet = packet
            if packet.stream.type == "video":
                number = round((packet.pts - start) * packet.time_base * rate)
                data = user_data(first.get(number, (0, 0)), (second or {}).get(number, (0, 0)))
                output_packet = insert_sei(packet, wrap_sei(data))
            output_packet.stream = streams[packet.stream.index]
            output_file.mux_one(output_packet)
    return into


def insert_sei(packet: Any, unit: bytes) -> Any:
    """Return the packet with a NAL unit inserted before its first slice."""
    encoded = bytes(packet)
    slice_ = _SLICE.search(encoded)
    assert slice_ is not None
    at = slice_.start() - (encoded[slice_.start() - 1 : slice_.start()] == b"\0")
    output_packet: Any = av.Packet(encoded[:at] + unit + encoded[at:])
    output_packet.pts, output_packet.dts, output_packet.time_base = packet.pts, packet.dts, packet.time_base
    output_packet.is_keyframe = packet.is_keyframe
    return output_packet


def caption_every_two_seconds(seconds: int, rate: int = 25) -> dict[int, tuple[int, int]]:
    """Return a script with a caption every two seconds: `Caption 1`, `Caption 2`, …"""
    return schedule_pairs(
        {number * 2 * rate: pop_on(f"Caption {number + 1}") for number in range(seconds // 2)}
    )


if __name__ == "__main__":
    source_path, target_path = (Path(name) for name in sys.argv[1:3])
    write_captions(source_path, target_path, caption_every_two_seconds(int(sys.argv[3])))
