"""Parameter sets as x264 writes them."""

from fractions import Fraction

import av
import pytest

from adapters.video.parameter_sets import ParameterSets, is_refresh, parameter_sets


def header(level: str, number: int) -> bytes:
    """Of an encoder that numbers its sets so."""
    encoder = av.CodecContext.create("libx264", "w")
    encoder.width, encoder.height, encoder.pix_fmt = 64, 64, "yuv420p"
    encoder.time_base = Fraction(1, 25)
    encoder.flags |= av.codec.context.Flags.global_header
    encoder.options = {"level": level, "x264-params": f"sps-id={number}"}
    encoder.open()
    return encoder.extradata or b""


@pytest.mark.parametrize("number", [0, 1, 7, 30])
def test_the_next_number_is_free(number: int) -> None:
    assert parameter_sets(header("3.0", number)).free_id == number + 1


def test_the_highest_level_leads() -> None:
    low, high = parameter_sets(header("1.1", 0)), parameter_sets(header("4.2", 1))
    assert (low.level, high.level) == (11, 42)
    assert (
        low.with_others(high)
        == high.with_others(low)
        == ParameterSets(high.sequence + low.sequence, high.picture + low.picture)
    )
    assert low.with_others(low) == low


def test_a_header_is_read_as_it_was_written() -> None:
    sets = parameter_sets(header("3.0", 0)).with_others(parameter_sets(header("3.1", 1)))
    assert parameter_sets(sets.as_header()) == sets
    assert (len(sets.sequence), len(sets.picture)) == (2, 2)


def test_what_stands_behind_a_slice_is_not_looked_at() -> None:
    sets = header("3.0", 0)
    assert parameter_sets(b"\0\0\1\x65slice" + sets) == ParameterSets((), ())
    assert is_refresh(sets + b"\0\0\1\x65slice")
    assert not is_refresh(sets + b"\0\0\1\x41slice" + b"\0\0\1\x65")
