"""Jobs of context channel."""

import logging

from dependency_injector.wiring import Provide, inject

from touchline.channel.application.accounts.account_closure import RepublishClosedAccounts
from touchline.channel.application.accounts.expired_records import PruneExpiredRecords
from touchline.channel.application.email.emails import SEND_EMAIL, WriteEmail
from touchline.channel.application.email.form_request_emails import (
    SEND_FORM_REQUEST_EMAIL,
    WriteFormRequestEmail,
)
from touchline.channel.application.site.keys import PruneSessions
from touchline.channel.container import ChannelContainer
from touchline.channel.ports.email.mailer import EmailRejectedError, Mailer
from touchline.platform.db.session import Database
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import Task

PRUNE_SESSIONS = "channel.forget_sessions"
REPUBLISH_CLOSED_ACCOUNTS = "channel.tell_of_closed"
log = logging.getLogger(__name__)


@inject
def prune_sessions(
    database: Database = Provide[ChannelContainer.database],
    prune: PruneSessions = Provide[ChannelContainer.prune_sessions],
    prune_expired_records: PruneExpiredRecords = Provide[ChannelContainer.prune_expired_records],
) -> None:
    """Delete sessions that ended long ago, and expired one-time records, in every channel."""
    with database.transaction(None, unscoped=True):
        log.info("pruned %s ended sessions and %s other records", prune(), prune_expired_records())


@inject
def republish_closed_accounts(
    database: Database = Provide[ChannelContainer.database],
    republish: RepublishClosedAccounts = Provide[ChannelContainer.republish_closed_accounts],
) -> None:
    """Publish the closure of accounts again, in every channel, so that remaining data is erased."""
    with database.transaction(None, unscoped=True):
        republish()


@inject
def send_email(
    channel_id: int,
    kind: str,
    account_id: int,
    reference_id: int,
    requested_at: int,
    key: str,
    database: Database = Provide[ChannelContainer.database],
    write_email: WriteEmail = Provide[ChannelContainer.write_email],
    mailer: Mailer = Provide[ChannelContainer.mailer],
) -> None:
    """Write an email, then send it outside the transaction, because mail servers can be slow.

    If the mail server is unavailable (`MailerUnavailableError`), the job fails and the queue retries it. Log
    lines never name the recipient.
    """
    with database.transaction(channel_id):
        email = write_email(kind, AccountId(account_id), reference_id, requested_at, key)
    if email is None:
        log.info("email %s to account %s is no longer needed", kind, account_id)
        return
    try:
        mailer.send(email)
    except EmailRejectedError as error:
        log.warning("email %s to account %s failed permanently: %s", kind, account_id, error)


@inject
def send_form_request_email(
    channel_id: int,
    request_id: int,
    database: Database = Provide[ChannelContainer.database],
    write_email: WriteFormRequestEmail = Provide[ChannelContainer.write_form_request_email],
    mailer: Mailer = Provide[ChannelContainer.mailer],
) -> None:
    """Write the email about a form request and send it, as `send_email` does.

    The recipient is the operator. If the address is rejected, the request stays available in `touchline forms
    export`.
    """
    with database.transaction(channel_id):
        email = write_email(request_id)
    if email is None:
        return
    try:
        mailer.send(email)
    except EmailRejectedError as error:
        log.warning("the email about request %s failed permanently: %s", request_id, error)


JOBS = (
    Job(PRUNE_SESSIONS, prune_sessions, one_transaction=False),
    Job(REPUBLISH_CLOSED_ACCOUNTS, republish_closed_accounts, one_transaction=False),
    Job(SEND_EMAIL, send_email, one_transaction=False),
    Job(SEND_FORM_REQUEST_EMAIL, send_form_request_email, one_transaction=False),
)
DAILY = (
    Task(PRUNE_SESSIONS, (), unique="channel-forget-sessions", timeout=600),
    Task(REPUBLISH_CLOSED_ACCOUNTS, (), unique="channel-tell-of-closed", timeout=600),
)
