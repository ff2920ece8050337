"""Emails in the whole app, from the queue to the outbox."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from dependency_injector import providers

from touchline.channel.adapters.sql.accounts import SqlAccounts
from touchline.channel.application.email.emails import SEND_EMAIL, JobEmailQueue
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.accounts.links import LinkClaim, LinkPurpose, LinkState
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.email.mailer import Email, EmailRejectedError, MailerUnavailableError
from touchline.channel.tests.email_fakes import NOON, account
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import Task

Transaction = Callable[..., AbstractContextManager[Any]]
Emails = Callable[[], Sequence[Email]]


class FailingMailer:
    """A mailer that raises `error` for every email until a test clears it."""

    def __init__(self) -> None:
        self.error: Exception | None = MailerUnavailableError("The mail server mail:587 does not answer.")
        self.sent: list[Email] = []

    def send(self, email: Email) -> None:
        if self.error:
            raise self.error
        self.sent.append(email)

    def check(self) -> None:
        raise MailerUnavailableError("The mail server mail:587 does not answer.")


@pytest.fixture
def failing_mailer(application: Application) -> Iterator[FailingMailer]:
    """Yield a mail server that is unavailable."""
    mailer = FailingMailer()
    container: Any = application.container.channel
    container.mailer.override(providers.Object(mailer))
    container.send_email.reset()
    yield mailer
    container.mailer.reset_last_overriding()
    container.send_email.reset()


@pytest.fixture
def accounts(application: Application) -> SqlAccounts:
    """Return the account repository."""
    sql_accounts: SqlAccounts = application.container.channel.accounts()
    return sql_accounts


@pytest.fixture
def jane(channel: ChannelDetails, transaction: Transaction, accounts: SqlAccounts) -> Account:
    """Return a viewer who reads English."""
    viewer = account(channel_id=channel.id, language="en", id=0)
    with transaction(channel.id):
        viewer.id = accounts.add(viewer)
    return viewer


@pytest.fixture
def email_queue(application: Application) -> JobEmailQueue:
    """Return the app's email queue."""
    container: Any = application.container
    job_queue: JobEmailQueue = container.channel.email_queue()
    return job_queue


@pytest.fixture
def enqueue(email_queue: JobEmailQueue, transaction: Transaction) -> Callable[..., None]:
    """Return `enqueue(jane, "verify_email")`, which queues an email in its own transaction."""

    def enqueue_email(viewer: Account, kind: str, reference_id: int = 0) -> None:
        with transaction(viewer.channel_id):
            email_queue.enqueue(kind, viewer.id, reference_id)

    return enqueue_email


def build_task(viewer: Account, kind: str, key: str = "one") -> Task:
    """Return the queued task of an email."""
    return Task(SEND_EMAIL, (viewer.channel_id, kind, viewer.id, 0, int(NOON.timestamp()), key), queue="mail")


def find_link(email: Email) -> str:
    """Return the first URL in the email that has a query."""
    match = re.search(r"http\S+\?\S+", email.text)
    assert match is not None
    return match.group()


def test_the_outbox_contains_an_email_with_a_working_link(
    application: Application, jane: Account, enqueue: Callable[..., None], emails: Emails, clock: FixedClock
) -> None:
    enqueue(jane, "reset_password")
    (email,) = emails()
    assert (email.to, email.sender_name) == ("jane@example.org", "Prairie")
    url = urlsplit(find_link(email))
    assert url.netloc == f"prairie.localhost:{application.settings.port}"
    claim, signed_links = (
        LinkClaim(**dict(parse_qsl(url.query))),
        application.container.channel.signed_links(),
    )
    assert signed_links.verify(LinkPurpose.RESET_PASSWORD, jane, claim, clock.now()) is LinkState.VALID
    clock.advance(timedelta(hours=1))
    assert signed_links.verify(LinkPurpose.RESET_PASSWORD, jane, claim, clock.now()) is LinkState.EXPIRED


def test_a_rolled_back_transaction_sends_no_email(
    email_queue: JobEmailQueue, jane: Account, transaction: Transaction, emails: Emails
) -> None:
    with pytest.raises(ZeroDivisionError), transaction(jane.channel_id):
        email_queue.enqueue("verify_email", jane.id)
        raise ZeroDivisionError
    assert emails() == []


def test_a_job_that_runs_twice_sends_one_email(
    application: Application, jane: Account, emails: Emails
) -> None:
    for _ in range(2):
        application.runner.run(build_task(jane, "verify_email"))
    assert len(emails()) == 1


def test_an_undelivered_email_is_sent_when_its_job_is_retried(
    application: Application, jane: Account, failing_mailer: FailingMailer
) -> None:
    with pytest.raises(MailerUnavailableError):
        application.runner.run(build_task(jane, "verify_email"))
    failing_mailer.error = None
    application.runner.run(build_task(jane, "verify_email"))
    assert [email.key for email in failing_mailer.sent] == ["one"]


def test_a_rejected_email_is_dropped_and_logged(
    application: Application, jane: Account, failing_mailer: FailingMailer, caplog: pytest.LogCaptureFixture
) -> None:
    failing_mailer.error = EmailRejectedError(
        "The mail server mail:587 rejected the recipient's address (550)."
    )
    application.runner.run(build_task(jane, "verify_email"))
    expected_log = f"email verify_email to account {jane.id} failed permanently: {failing_mailer.error}"
    assert expected_log in caplog.messages


def test_a_closed_account_gets_no_email(
    application: Application,
    jane: Account,
    transaction: Transaction,
    accounts: SqlAccounts,
    emails: Emails,
) -> None:
    with transaction(jane.channel_id):
        locked_account = accounts.get_for_update(jane.id)
        assert locked_account is not None
        locked_account.close(NOON)
        accounts.save(locked_account)
    application.runner.run(build_task(jane, "verify_email"))
    assert emails() == []


def test_an_account_of_another_channel_gets_no_email(
    application: Application, jane: Account, other_channel: ChannelDetails, emails: Emails
) -> None:
    other_account = account(channel_id=other_channel.id, id=AccountId(jane.id))
    application.runner.run(build_task(other_account, "verify_email"))
    assert emails() == []


def test_no_log_line_contains_the_address_or_the_link(
    jane: Account,
    enqueue: Callable[..., None],
    emails: Emails,
    failing_mailer: FailingMailer,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("DEBUG")
    enqueue(jane, "reset_password")
    failing_mailer.error = None
    enqueue(jane, "reset_password")
    log_text = "\n".join([*caplog.messages, *(str(record.exc_text) for record in caplog.records)])
    assert f"job {SEND_EMAIL} {jane.channel_id} reset_password {jane.id}" in log_text
    assert "does not answer" in log_text
    for secret in ("jane", "signature", dict(parse_qsl(find_link(failing_mailer.sent[0])))["signature"]):
        assert secret not in log_text
