"""Tests of parameter sets as x264 writes them."""

from fractions import Fraction

import av
import pytest

from adapters.video.h264.parameter_sets import ParameterSets, is_idr, read_parameter_sets


def encoder_header(level: str, number: int) -> bytes:
    """Return the header of an encoder that gives its parameter sets this ID."""
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = 64, 64, "yuv420p"
    encoder.time_base = Fraction(1, 25)
    encoder.flags |= av.codec.context.Flags.global_header
    encoder.options = {"level": level, "x264-params": f"sps-id={number}"}
    encoder.open()
    return encoder.extradata or b""


@pytest.mark.parametrize("number", [0, 1, 7, 30])
def test_the_next_id_is_free(number: int) -> None:
    assert read_parameter_sets(encoder_header("3.0", number)).next_free_id == number + 1


def test_the_highest_level_is_first() -> None:
    low, high = read_parameter_sets(encoder_header("1.1", 0)), read_parameter_sets(encoder_header("4.2", 1))
    assert (low.level, high.level) == (11, 42)
    assert low.merge(high) == high.merge(low) == ParameterSets(high.sps + low.sps, high.pps + low.pps)
    assert low.merge(low) == low


def test_a_header_round_trips() -> None:
    sets = read_parameter_sets(encoder_header("3.0", 0)).merge(read_parameter_sets(encoder_header("3.1", 1)))
    assert read_parameter_sets(sets.to_annex_b()) == sets
    assert (len(sets.sps), len(sets.pps)) == (2, 2)


def test_units_after_a_slice_are_ignored() -> None:
    sets = encoder_header("3.0", 0)
    assert read_parameter_sets(b"\0\0\1\x65slice" + sets) == ParameterSets((), ())
    assert is_idr(sets + b"\0\0\1\x65slice")
    assert not is_idr(sets + b"\0\0\1\x41slice" + b"\0\0\1\x65")
