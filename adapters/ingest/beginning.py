"""The beginning of a take: no sound before the first picture."""

import logging
from fractions import Fraction
from pathlib import Path

import av

log = logging.getLogger(__name__)
_AHEAD = Fraction(1, 10)
"""Seconds; players step over a gap that is shorter than theirs by themselves."""


def begin_with_the_picture(segment: Path) -> None:
    """Write the first segment of a take again without the sound in front of its first picture.

    Who comes to a stream between two key frames gets its sound at once and its pictures up to two seconds
    later. Players stand in such a gap for good. Nothing else of the file is changed, its time stamps neither.
    """
    begins = _begins(segment)
    if "audio" not in begins or "video" not in begins or begins["video"] - begins["audio"] <= _AHEAD:
        return
    beside = segment.with_name(f"{segment.name}.begun")
    try:
        _write_from(begins["video"], segment, beside)
        beside.replace(segment)
    except OSError as error:  # the disk is full: better with the gap than not at all
        log.warning("the stream begins with sound alone: %s", error)
        beside.unlink(missing_ok=True)


def _write_from(instant: Fraction, segment: Path, beside: Path) -> None:
    """Copy all pictures, and what sounds from the instant on."""
    with (
        av.open(str(segment)) as source,
        av.open(str(beside), "w", format="mpegts", options={"mpegts_copyts": "1"}) as file,
    ):
        streams = {one.index: file.add_stream_from_template(one) for one in _both(source)}
        for packet in source.demux(*_both(source)):
            if packet.dts is None or packet.pts is None:
                continue
            if packet.stream.type == "video" or packet.pts * packet.time_base >= instant:
                packet.stream = streams[packet.stream.index]
                file.mux_one(packet)


def _begins(segment: Path) -> dict[str, Fraction]:
    """When the first packet of each kind is shown or heard, in seconds."""
    found: dict[str, Fraction] = {}
    with av.open(str(segment)) as container:
        for packet in container.demux(*_both(container)):
            if packet.pts is not None:
                found.setdefault(packet.stream.type, packet.pts * packet.time_base)
            if len(found) == len(_both(container)):
                break
    return found


def _both(container: av.container.InputContainer) -> list[av.stream.Stream]:
    return [*container.streams.video[:1], *container.streams.audio[:1]]
