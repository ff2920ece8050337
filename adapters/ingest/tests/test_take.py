"""What an operator is told of ffmpeg's complaints."""

from adapters.ingest.record import NO_ROOM
from adapters.ingest.take import FULL, last_words, why_it_ended

ADDRESS = "rtmp://127.0.0.1:1935/live/7-abcdefghijklmnopqrstuvwx"


def test_a_sentence_on_a_stream_never_names_its_key() -> None:
    complaints = f"refused\nError opening input {ADDRESS}: I/O error"
    assert last_words(complaints) == "Error opening input the stream: I/O error"
    assert ADDRESS not in why_it_ended(1, f"Error opening input file {ADDRESS}.", is_whole=False)


def test_a_full_disk_is_told_as_what_it_is() -> None:
    assert why_it_ended(NO_ROOM, "", is_whole=False) == FULL == why_it_ended(NO_ROOM, "", is_whole=True)


def test_only_the_last_line_is_told_and_no_more_than_fits() -> None:
    assert last_words("first\nlast") == "last"
    assert len(last_words("x" * 1000)) == 200
    assert last_words("") == ""
