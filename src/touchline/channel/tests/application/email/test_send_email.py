"""Sending of queued emails: no unit of work is open while the mail server responds."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from touchline.channel.application.email.send_email import SendEmail, SendFormRequestEmail
from touchline.channel.ports.email.mailer import Email, EmailRejectedError, MailerUnavailableError
from touchline.channel.tests.email_fakes import NOON
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tests.unit_of_work import FakeUnitOfWorkFactory

CHANNEL_ID, ACCOUNT_ID = ChannelId(7), AccountId(1)
EMAIL = Email("jane@example.org", "Hello", "<p>Hello</p>", "Hello", "Prairie", NOON, "7-key")


class RecordingMailer:
    """A mail server that records emails, or raises `error`."""

    def __init__(self, uow: FakeUnitOfWorkFactory) -> None:
        self._uow = uow
        self.error: Exception | None = None
        self.sent: list[Email] = []

    def send(self, email: Email) -> None:
        assert not self._uow.is_open
        if self.error:
            raise self.error
        self.sent.append(email)

    def check(self) -> None:
        """Do nothing."""


class SendingHarness:
    """The services that send emails. `email` is what they write."""

    def __init__(self, email: Email | None = EMAIL) -> None:
        self.uow = FakeUnitOfWorkFactory()
        self.mailer = RecordingMailer(self.uow)
        self.email = email

    def send(self) -> None:
        """Send an email to Jane, and one about a form request."""
        write_email: Any = self._write
        SendEmail(self.uow, write_email, self.mailer)(CHANNEL_ID, "receipt", ACCOUNT_ID, 5, 0, "key")
        SendFormRequestEmail(self.uow, write_email, self.mailer)(CHANNEL_ID, 5)

    def _write(self, *_ids: object) -> Email | None:
        assert self.uow.is_open
        return self.email


def test_an_email_is_written_in_a_unit_of_work_and_sent_after_it() -> None:
    harness = SendingHarness()
    harness.send()
    assert harness.mailer.sent == [EMAIL, EMAIL]
    assert harness.uow.commits == [CHANNEL_ID, CHANNEL_ID]


def test_an_email_that_is_no_longer_relevant_is_not_sent() -> None:
    harness = SendingHarness(email=None)
    harness.send()
    assert harness.mailer.sent == []


def test_a_rejected_email_is_logged_without_its_recipient(caplog: pytest.LogCaptureFixture) -> None:
    harness = SendingHarness()
    harness.mailer.error = EmailRejectedError("550 unknown user")
    with caplog.at_level(logging.WARNING):
        harness.send()
    assert len(caplog.messages) == 2
    assert all("550 unknown user" in message for message in caplog.messages)
    assert EMAIL.to not in caplog.text


def test_an_unavailable_mail_server_fails_the_job() -> None:
    harness = SendingHarness()
    harness.mailer.error = MailerUnavailableError("The mail server does not answer.")
    with pytest.raises(MailerUnavailableError):
        harness.send()
