"""When the pictures of a source may be used as they are."""

from fractions import Fraction

from adapters.video.copying import Packet, on_the_grid

RATE = Fraction(25)
SEGMENT = 100


def film(pictures: int, keys: set[int]) -> list[Packet]:
    return [Packet(number / 25, number in keys) for number in range(pictures)]


def test_key_frames_on_the_grid_alone_fit() -> None:
    assert on_the_grid(film(250, {0, 100, 200}), RATE, SEGMENT)


def test_more_key_frames_between_do_no_harm() -> None:
    assert on_the_grid(film(250, {0, 50, 100, 131, 200}), RATE, SEGMENT)


def test_a_missing_key_frame_does_not_fit() -> None:
    assert not on_the_grid(film(250, {0, 99, 200}), RATE, SEGMENT)


def test_a_first_picture_that_is_no_key_frame_does_not_fit() -> None:
    assert not on_the_grid(film(250, {1, 100, 200}), RATE, SEGMENT)


def test_an_uneven_rate_does_not_fit() -> None:
    pictures = film(250, {0, 100, 200})
    pictures[120] = Packet(pictures[120].shown_at + 0.02, False)
    assert not on_the_grid(pictures, RATE, SEGMENT)


def test_pictures_that_refer_to_later_ones_do_not_fit() -> None:
    pictures = film(250, {0, 100, 200})
    pictures[101:104] = [pictures[103], pictures[101], pictures[102]]
    assert not on_the_grid(pictures, RATE, SEGMENT)


def test_a_cut_that_would_come_early_in_a_long_film_is_seen() -> None:
    """ffmpeg counts n × hls_time, each a thousandth short: an hour on, a key frame off the grid would do."""
    keys = set(range(0, 100 * 1000, 100))
    assert on_the_grid(film(100 * 1000, keys), RATE, SEGMENT)
    assert not on_the_grid(film(100 * 1000, keys | {99_980}), RATE, SEGMENT)
