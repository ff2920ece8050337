"""Behavior that only the outbox has."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.mail import outbox
from adapters.mail.outbox import OutboxMailer
from adapters.mail.tests.conftest import email
from touchline.channel.ports.email.mailer import MailerUnavailableError


def test_an_unused_outbox_is_empty_and_ready(tmp_path: Path) -> None:
    mailer = OutboxMailer(tmp_path / "var" / "outbox")
    assert mailer.list_all() == []
    mailer.check()


def test_the_same_email_is_stored_once(tmp_path: Path) -> None:
    mailer = OutboxMailer(tmp_path)
    mailer.send(email(subject="As it was first"))
    mailer.send(email(subject="As it was written again"))
    assert [stored.subject for stored in mailer.list_all()] == ["As it was first"]
    mailer.send(email(to="ada@example.org", subject="To another reader"))
    assert [stored.subject for stored in mailer.list_all()] == ["To another reader", "As it was first"]


def test_only_the_owner_can_read_an_email_file(tmp_path: Path) -> None:
    OutboxMailer(tmp_path / "outbox").send(email(key="../../etc/passwd"))
    (stored,) = (tmp_path / "outbox").iterdir()
    assert stored.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "outbox").stat().st_mode & 0o777 == 0o700


def test_the_oldest_emails_are_pruned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "MAX_EMAILS", 3)
    mailer = OutboxMailer(tmp_path)
    for index in range(5):
        mailer.send(email(key=str(index), subject=str(index)))
    assert [stored.subject for stored in mailer.list_all()] == ["4", "3", "2"]


def test_an_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "outbox").write_text("a file where the folder should be")
    with pytest.raises(MailerUnavailableError) as unavailable:
        OutboxMailer(tmp_path / "outbox").send(email())
    assert "jane" not in str(unavailable.value)
