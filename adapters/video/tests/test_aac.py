"""Sound encoded in frames, whatever pieces it comes in."""

from typing import Any

import av
import numpy as np
import pytest

from adapters.video.aac import FRAME, AacEncoder
from adapters.video.sound import HERTZ, Samples

TONE = (np.sin(np.arange(HERTZ // 2) * 2 * np.pi * 440 / HERTZ) * np.ones((2, 1))).astype(np.float32)


def encoded(pieces: list[Samples], **options: Any) -> list[tuple[int, bytes]]:
    encoder = AacEncoder(av.CodecContext.create("aac", "w"), **options)
    return [(packet.pts, bytes(packet)) for packet in (*encoder.add(pieces), *encoder.finish())]


@pytest.mark.parametrize("length", [1, 100, FRAME - 1, FRAME, 5000])
def test_the_length_of_the_pieces_changes_nothing(length: int) -> None:
    pieces = [TONE[:, at : at + length] for at in range(0, TONE.shape[1], length)]
    assert encoded(pieces) == encoded([TONE])


def test_packets_follow_each_other_from_zero_and_padding_stays_where_it_is_wanted() -> None:
    instants = [at for at, _ in encoded([TONE])]
    assert instants == [number * FRAME for number in range(len(instants))]
    assert [at for at, _ in encoded([TONE], padding=True)] == [-FRAME, *instants]


@pytest.mark.parametrize("most", [0, 10, FRAME, 10 * FRAME + 1])
def test_what_goes_past_the_end_is_left_out(most: int) -> None:
    assert encoded([TONE, TONE], most=most) == encoded([TONE[:, :most]])


def test_nothing_makes_no_packet() -> None:
    assert encoded([]) == []
