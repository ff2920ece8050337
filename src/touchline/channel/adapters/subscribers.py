"""Subscribers of context channel that send emails about events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.events import OrderPaid, OrderRefunded, PurchaseChanged, RenewalFailed, RenewalNear
from touchline.catalog.events import ConsentMissing
from touchline.channel.application.email.form_request_emails import QueueFormRequestEmail
from touchline.channel.application.email.live_event_emails import SendLiveEventEmails
from touchline.channel.application.email.operator_emails import SendOperatorEmails
from touchline.channel.application.email.purchase_emails import SendPurchaseEmails
from touchline.channel.container import ChannelContainer
from touchline.clips.events import ClipReported
from touchline.engagement.events import ReminderDue, RequestMade
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId


@inject
def order_paid(
    payload: Mapping[str, Any],
    send_emails: SendPurchaseEmails = Provide[ChannelContainer.send_purchase_emails],
) -> None:
    """Email a receipt, or a confirmation that access is granted."""
    send_emails.notify_paid(
        AccountId(payload["account_id"]),
        OrderId(payload["order_id"]),
        TransactionId(payload["transaction_id"]),
    )


@inject
def order_refunded(
    payload: Mapping[str, Any],
    send_emails: SendPurchaseEmails = Provide[ChannelContainer.send_purchase_emails],
) -> None:
    """Email a credit note."""
    send_emails.notify_refunded(AccountId(payload["account_id"]), TransactionId(payload["transaction_id"]))


@inject
def renewal_failed(
    payload: Mapping[str, Any],
    send_emails: SendPurchaseEmails = Provide[ChannelContainer.send_purchase_emails],
) -> None:
    """Email the viewer what to do about the failed renewal."""
    send_emails.notify_renewal_failed(
        AccountId(payload["account_id"]), TransactionId(payload["transaction_id"])
    )


@inject
def renewal_near(
    payload: Mapping[str, Any],
    send_emails: SendPurchaseEmails = Provide[ChannelContainer.send_purchase_emails],
) -> None:
    """Email the viewer the upcoming charge."""
    send_emails.notify_upcoming_renewal(
        AccountId(payload["account_id"]), OrderId(payload["order_id"]), trial=payload["trial"]
    )


@inject
def purchase_changed(
    payload: Mapping[str, Any],
    send_emails: SendPurchaseEmails = Provide[ChannelContainer.send_purchase_emails],
) -> None:
    """Email the buyer that a purchase was canceled, postponed, rescheduled or withdrawn."""
    send_emails.notify_changed(
        AccountId(payload["account_id"]), OrderId(payload["order_id"]), payload["change"]
    )


@inject
def reminder_due(
    payload: Mapping[str, Any],
    send_emails: SendLiveEventEmails = Provide[ChannelContainer.send_live_event_emails],
) -> None:
    """Email the viewer that the event is live."""
    send_emails(AccountId(payload["account_id"]), payload["event_id"])


@inject
def request_made(
    payload: Mapping[str, Any],
    queue_email: QueueFormRequestEmail = Provide[ChannelContainer.queue_form_request_email],
) -> None:
    """Email the request to the recipient of the channel's form requests."""
    queue_email(ChannelId(payload["channel_id"]), payload["request_id"])


@inject
def clip_reported(
    payload: Mapping[str, Any],
    send_emails: SendOperatorEmails = Provide[ChannelContainer.send_operator_emails],
) -> None:
    """Email operators about a reported clip."""
    send_emails.notify_clip_reported(payload["clip_id"], payload["at"])


@inject
def consent_missing(
    payload: Mapping[str, Any],
    send_emails: SendOperatorEmails = Provide[ChannelContainer.send_operator_emails],
) -> None:
    """Email operators about an event of the next day without consent."""
    send_emails.notify_consent_missing(payload["event_id"])


SUBSCRIBERS = (
    (ClipReported.name(), clip_reported),
    (ConsentMissing.name(), consent_missing),
    (OrderPaid.name(), order_paid),
    (OrderRefunded.name(), order_refunded),
    (RenewalFailed.name(), renewal_failed),
    (RenewalNear.name(), renewal_near),
    (PurchaseChanged.name(), purchase_changed),
    (ReminderDue.name(), reminder_due),
    (RequestMade.name(), request_made),
)
