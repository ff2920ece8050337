"""What holds for the tests of all use cases."""

import os

import pytest


@pytest.fixture(autouse=True)
def files_are_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested are use cases, not power cuts: nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)
