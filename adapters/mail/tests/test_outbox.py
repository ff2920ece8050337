"""What only the outbox does."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.mail import outbox
from adapters.mail.outbox import OutboxPost
from adapters.mail.tests.conftest import letter
from touchline.channel.ports.post import PostUnavailable


def test_an_outbox_that_was_never_written_to_is_empty_and_ready(tmp_path: Path) -> None:
    post = OutboxPost(tmp_path / "var" / "outbox")
    assert post.letters() == []
    post.check()


def test_the_same_letter_is_kept_once(tmp_path: Path) -> None:
    post = OutboxPost(tmp_path)
    post.send(letter(subject="As it was first"))
    post.send(letter(subject="As it was written again"))
    assert [found.subject for found in post.letters()] == ["As it was first"]
    post.send(letter(to="ada@example.org", subject="To another reader"))
    assert [found.subject for found in post.letters()] == ["To another reader", "As it was first"]


def test_only_the_owner_may_read_a_letter(tmp_path: Path) -> None:
    OutboxPost(tmp_path / "outbox").send(letter(key="../../etc/passwd"))
    (kept,) = (tmp_path / "outbox").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "outbox").stat().st_mode & 0o777 == 0o700


def test_the_oldest_letters_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MOST", 3)
    post = OutboxPost(tmp_path)
    for number in range(5):
        post.send(letter(key=str(number), subject=str(number)))
    assert [found.subject for found in post.letters()] == ["4", "3", "2"]


def test_a_folder_that_takes_nothing_is_no_letter_lost(tmp_path: Path) -> None:
    (tmp_path / "outbox").write_text("a file where the folder should be")
    with pytest.raises(PostUnavailable) as unavailable:
        OutboxPost(tmp_path / "outbox").send(letter())
    assert "jane" not in str(unavailable.value)
