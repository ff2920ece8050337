"""Operator messages from ffmpeg's errors."""

from adapters.ingest.sessions import DISK_FULL, explain_exit, last_stderr_line
from adapters.ingest.stream_log import DISK_FULL_STATUS

STREAM_URL = "rtmp://127.0.0.1:1935/live/7-abcdefghijklmnopqrstuvwx"


def test_an_exit_message_never_contains_the_stream_key() -> None:
    stderr = f"refused\nError opening input {STREAM_URL}: I/O error"
    assert last_stderr_line(stderr) == "Error opening input the stream: I/O error"
    assert STREAM_URL not in explain_exit(1, f"Error opening input file {STREAM_URL}.", has_segments=False)


def test_a_full_disk_is_reported() -> None:
    assert (
        explain_exit(DISK_FULL_STATUS, "", has_segments=False)
        == DISK_FULL
        == explain_exit(DISK_FULL_STATUS, "", has_segments=True)
    )


def test_only_the_last_line_is_reported_and_it_is_truncated() -> None:
    assert last_stderr_line("first\nlast") == "last"
    assert len(last_stderr_line("x" * 1000)) == 200
    assert last_stderr_line("") == ""
