"""What an operator is told of ffmpeg's complaints."""

from adapters.ingest.take import last_words, why_it_ended

ADDRESS = "rtmp://127.0.0.1:1935/live/7-abcdefghijklmnopqrstuvwx"


def test_a_sentence_on_a_stream_never_names_its_key() -> None:
    complaints = f"[tcp @ 0x55] refused\n[in#0 @ 0x56] [rtmp @ 0x57] Error opening input {ADDRESS}: I/O error"
    assert last_words(complaints) == "Error opening input the stream: I/O error"
    assert ADDRESS not in why_it_ended(f"Error opening input file {ADDRESS}.")


def test_only_the_last_line_is_told_and_no_more_than_fits() -> None:
    assert last_words("first\nlast") == "last"
    assert len(last_words("x" * 1000)) == 200
    assert last_words("") == ""
