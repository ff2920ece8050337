"""Looking into packages, as a player would."""

from dataclasses import dataclass
from pathlib import Path

import av

CLOCK = 90_000


@dataclass(frozen=True)
class Piece:
    """A segment: when its first picture is shown and decoded, how many there are, how many of them key
    frames, and when its sound begins (on the clock of 90 kHz)."""

    begins_with_key: bool
    first: int
    first_decoded: int
    pictures: int
    keys: int
    first_sound: int | None


def pieces(folder: Path) -> list[Piece]:
    """The segments of one rendition, in order."""
    return [_piece(path) for path in sorted(folder.glob("*.ts"))]


def renditions(package: Path) -> list[list[Piece]]:
    """All renditions, largest first."""
    return [pieces(folder) for folder in sorted(package.glob("v*"))]


def sizes(package: Path) -> list[tuple[int, int]]:
    """Pixels of the renditions as coded, largest first."""
    found = []
    for folder in sorted(package.glob("v*")):
        with av.open(str(folder / "00000.ts")) as container:
            codec = container.streams.video[0].codec_context
            found.append((codec.width, codec.height))
    return found


def lengths(folder: Path) -> list[float]:
    """The lengths that a media playlist promises, in seconds."""
    lines = (folder / "index.m3u8").read_text().splitlines()
    return [float(line[8:].rstrip(",")) for line in lines if line.startswith("#EXTINF:")]


def _piece(path: Path) -> Piece:
    with av.open(str(path)) as container:
        packets = [packet for packet in container.demux() if packet.pts is not None]
        pictures = [packet for packet in packets if packet.stream.type == "video"]
        sounds = [packet for packet in packets if packet.stream.type == "audio"]
        return Piece(
            begins_with_key=pictures[0].is_keyframe,
            first=min(packet.pts or 0 for packet in pictures),
            first_decoded=pictures[0].dts or 0,
            pictures=len(pictures),
            keys=sum(packet.is_keyframe for packet in pictures),
            first_sound=sounds[0].pts if sounds else None,
        )
