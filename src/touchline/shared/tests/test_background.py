"""Work in the background."""

import pytest

from touchline.shared.concurrency.background import BackgroundThread


def test_a_failure_is_logged_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise ValueError

    background = BackgroundThread("uploads")
    assert background("key", fail)
    background.wait()
    assert "uploads: ValueError" in caplog.text
    assert "in fail" in caplog.text
