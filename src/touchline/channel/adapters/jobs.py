"""Jobs of context channel."""

import logging

from dependency_injector.wiring import Provide, inject

from touchline.channel.application.accounts.account_closure import RepublishClosedAccounts
from touchline.channel.application.accounts.expired_records import PruneExpiredRecords
from touchline.channel.application.email.emails import SEND_EMAIL
from touchline.channel.application.email.form_request_emails import SEND_FORM_REQUEST_EMAIL
from touchline.channel.application.email.gift_emails import SEND_GIFT_EMAIL, SendGiftEmail
from touchline.channel.application.email.send_email import (
    SendEmail,
    SendFormRequestEmail,
    SendInvitationEmail,
)
from touchline.channel.application.operators.audit_log import DeleteExpiredAuditEntries
from touchline.channel.application.operators.team import SEND_INVITATION_EMAIL
from touchline.channel.application.webhook_endpoints.webhook_delivery import (
    DeliverWebhooks,
    EnqueueDueWebhooks,
)
from touchline.channel.application.webhook_endpoints.webhook_publisher import DELIVER_WEBHOOKS
from touchline.channel.container import ChannelContainer
from touchline.platform.queue.jobs import Job
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.tasks.jobs import Task

PRUNE_SESSIONS = "channel.forget_sessions"
DELETE_EXPIRED_AUDIT_ENTRIES = "channel.delete_expired_audit_entries"
REPUBLISH_CLOSED_ACCOUNTS = "channel.tell_of_closed"
ENQUEUE_DUE_WEBHOOKS = "channel.enqueue_due_webhooks"
log = logging.getLogger(__name__)


@inject
def prune_sessions(
    prune: PruneExpiredRecords = Provide[ChannelContainer.prune_expired_records],
) -> None:
    """Delete API keys that ended long ago, and one-time and short-lived records, in every channel."""
    pruned = prune()
    log.info("pruned %s ended sessions and %s other records", pruned.session_count, pruned.other_count)


@inject
def delete_expired_audit_entries(
    delete_expired: DeleteExpiredAuditEntries = Provide[ChannelContainer.delete_expired_audit_entries],
) -> None:
    """Delete entries of the audit log whose retention is over, in every channel."""
    log.info("deleted %s expired entries of the audit log", delete_expired())


@inject
def republish_closed_accounts(
    republish: RepublishClosedAccounts = Provide[ChannelContainer.republish_closed_accounts],
) -> None:
    """Publish the closure of accounts again, in every channel, so that remaining data is erased."""
    republish()


@inject
def send_email(
    channel_id: int,
    kind: str,
    account_id: int,
    reference_id: int,
    requested_at: int,
    key: str,
    send: SendEmail = Provide[ChannelContainer.send_email],
) -> None:
    """Send an email to an account.

    If the mail server is unavailable (`MailerUnavailableError`), the job fails and the queue retries it.
    """
    send(ChannelId(channel_id), kind, AccountId(account_id), reference_id, requested_at, key)


@inject
def send_form_request_email(
    channel_id: int,
    request_id: int,
    send: SendFormRequestEmail = Provide[ChannelContainer.send_form_request_email],
) -> None:
    """Send the email about a form request to the operator. It is retried as `send_email` is."""
    send(ChannelId(channel_id), request_id)


@inject
def send_gift_email(
    channel_id: int,
    voucher_id: int,
    sending: str,
    send: SendGiftEmail = Provide[ChannelContainer.send_gift_email],
) -> None:
    """Send the email of a gift. It is retried as `send_email` is."""
    send(ChannelId(channel_id), voucher_id, sending)


@inject
def send_invitation_email(
    channel_id: int,
    invitation_id: int,
    send: SendInvitationEmail = Provide[ChannelContainer.send_invitation_email],
) -> None:
    """Send an invitation to the team. It is retried as `send_email` is."""
    send(ChannelId(channel_id), invitation_id)


@inject
def deliver_webhooks(
    channel_id: int,
    endpoint_id: int,
    deliver: DeliverWebhooks = Provide[ChannelContainer.deliver_webhooks],
) -> None:
    """Send an endpoint's due messages."""
    deliver(ChannelId(channel_id), endpoint_id)


@inject
def enqueue_due_webhooks(
    enqueue: EnqueueDueWebhooks = Provide[ChannelContainer.enqueue_due_webhooks],
) -> None:
    """Enqueue the retries of webhooks that are due, in every channel."""
    enqueue()


JOBS = (
    Job(PRUNE_SESSIONS, prune_sessions, one_transaction=False),
    Job(DELETE_EXPIRED_AUDIT_ENTRIES, delete_expired_audit_entries, one_transaction=False),
    Job(REPUBLISH_CLOSED_ACCOUNTS, republish_closed_accounts, one_transaction=False),
    Job(SEND_EMAIL, send_email, one_transaction=False),
    Job(SEND_FORM_REQUEST_EMAIL, send_form_request_email, one_transaction=False),
    Job(SEND_GIFT_EMAIL, send_gift_email, one_transaction=False),
    Job(SEND_INVITATION_EMAIL, send_invitation_email, one_transaction=False),
    Job(DELIVER_WEBHOOKS, deliver_webhooks, one_transaction=False),
    Job(ENQUEUE_DUE_WEBHOOKS, enqueue_due_webhooks, one_transaction=False),
)
REGULAR = (Task(ENQUEUE_DUE_WEBHOOKS, (), unique="channel-enqueue-due-webhooks", timeout=120),)
DAILY = (
    Task(PRUNE_SESSIONS, (), unique="channel-forget-sessions", timeout=600),
    Task(DELETE_EXPIRED_AUDIT_ENTRIES, (), unique="channel-audit-entries", timeout=600),
    Task(REPUBLISH_CLOSED_ACCOUNTS, (), unique="channel-tell-of-closed", timeout=600),
)
