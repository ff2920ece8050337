"""Subscribers of context channel that send emails and webhooks about events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.events import (
    MakeGoodPaid,
    OrderPaid,
    OrderRefunded,
    PurchaseChanged,
    ReceiptRequested,
    RenewalFailed,
    RenewalNear,
    VoucherEmailDue,
    VoucherRedeemed,
)
from touchline.catalog.events import (
    ConsentMissing,
    EventFinished,
    EventsChanged,
    EventsCreated,
    EventWentLive,
    StreamFaultFound,
)
from touchline.channel.application.email.final_score_emails import SendFinalScoreEmails
from touchline.channel.application.email.form_request_emails import QueueFormRequestEmail
from touchline.channel.application.email.gift_emails import REDEMPTION, QueueGiftEmail
from touchline.channel.application.email.live_event_emails import SendLiveEventEmails
from touchline.channel.application.email.operator_emails import SendOperatorEmails
from touchline.channel.application.email.purchase_emails import SendPurchaseEmails
from touchline.channel.application.email.stream_fault_emails import SendStreamFaultEmails
from touchline.channel.application.webhook_endpoints.webhook_publisher import WebhookPublisher
from touchline.channel.container import ChannelContainer
from touchline.channel.domain.webhook_endpoints.messages import WebhookType
from touchline.clips.events import ClipCreated, ClipReported
from touchline.engagement.events import FinalScoreDue, ReminderDue, RequestMade
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
def receipt_requested(
    payload: Mapping[str, Any],
    send_emails: SendPurchaseEmails = Provide[ChannelContainer.send_purchase_emails],
) -> None:
    """Email a receipt again."""
    send_emails.notify_paid(
        AccountId(payload["account_id"]),
        OrderId(payload["order_id"]),
        TransactionId(payload["transaction_id"]),
        f"resent-{payload['key']}",
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
def make_good_paid(
    payload: Mapping[str, Any],
    send_emails: SendPurchaseEmails = Provide[ChannelContainer.send_purchase_emails],
) -> None:
    """Email the viewer the promo code for an event that did not play."""
    send_emails.notify_make_good_credit(
        AccountId(payload["account_id"]), payload["make_good_id"], payload["step"]
    )


@inject
def voucher_email_due(
    payload: Mapping[str, Any],
    queue_email: QueueGiftEmail = Provide[ChannelContainer.queue_gift_email],
) -> None:
    """Email a gift to its recipient."""
    queue_email(ChannelId(payload["channel_id"]), payload["voucher_id"], payload["sending"])


@inject
def voucher_redeemed(
    payload: Mapping[str, Any],
    queue_email: QueueGiftEmail = Provide[ChannelContainer.queue_gift_email],
) -> None:
    """Email the buyer of a gift that it was redeemed."""
    queue_email(ChannelId(payload["channel_id"]), payload["voucher_id"], REDEMPTION)


@inject
def reminder_due(
    payload: Mapping[str, Any],
    send_emails: SendLiveEventEmails = Provide[ChannelContainer.send_live_event_emails],
) -> None:
    """Email the viewer that the event is live."""
    send_emails(AccountId(payload["account_id"]), payload["event_id"])


@inject
def final_score_due(
    payload: Mapping[str, Any],
    send_emails: SendFinalScoreEmails = Provide[ChannelContainer.send_final_score_emails],
) -> None:
    """Email the viewer the final of the game."""
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


@inject
def stream_fault_found(
    payload: Mapping[str, Any],
    send_emails: SendStreamFaultEmails = Provide[ChannelContainer.send_stream_fault_emails],
) -> None:
    """Email operators about a fault of a live stream."""
    account_ids = [AccountId(account_id) for account_id in payload["account_ids"]]
    send_emails(payload["alert_id"], payload["number"], account_ids)


def events_created(payload: Mapping[str, Any]) -> None:
    """Send webhook `event.created` for each event."""
    _publish(payload, WebhookType.EVENT_CREATED, *({"event_id": id} for id in payload["event_ids"]))


def events_changed(payload: Mapping[str, Any]) -> None:
    """Send webhook `event.changed` for each event."""
    _publish(payload, WebhookType.EVENT_CHANGED, *({"event_id": id} for id in payload["event_ids"]))


def event_went_live(payload: Mapping[str, Any]) -> None:
    """Send webhook `event.live`."""
    _publish(payload, WebhookType.EVENT_LIVE, {"event_id": payload["event_id"]})


def event_finished(payload: Mapping[str, Any]) -> None:
    """Send webhook `event.finished`."""
    _publish(payload, WebhookType.EVENT_FINISHED, {"event_id": payload["event_id"]})


def publish_paid_order(payload: Mapping[str, Any]) -> None:
    """Send webhook `order.paid`."""
    order = {"order_id": payload["order_id"], "is_renewal": payload["renewal"]}
    _publish(payload, WebhookType.ORDER_PAID, {**order, "is_charged": payload["transaction_id"] != 0})


def publish_refunded_order(payload: Mapping[str, Any]) -> None:
    """Send webhook `order.refunded`."""
    _publish(payload, WebhookType.ORDER_REFUNDED, {"order_id": payload["order_id"]})


def clip_created(payload: Mapping[str, Any]) -> None:
    """Send webhook `clip.created`."""
    clip = {"clip_id": payload["clip_id"], "event_id": payload["event_id"]}
    _publish(payload, WebhookType.CLIP_CREATED, clip)


def publish_request(payload: Mapping[str, Any]) -> None:
    """Send webhook `form.sent`."""
    _publish(payload, WebhookType.FORM_SENT, {"request_id": payload["request_id"]})


@inject
def _publish(
    payload: Mapping[str, Any],
    kind: WebhookType,
    *items: Mapping[str, object],
    publisher: WebhookPublisher = Provide[ChannelContainer.webhook_publisher],
) -> None:
    source = f"{payload['outbox_id']}/{payload['announced_at']}"
    publisher.publish(kind, source, datetime.fromisoformat(payload["announced_at"]), items)


SUBSCRIBERS = (
    (ClipReported.name(), clip_reported),
    (ConsentMissing.name(), consent_missing),
    (StreamFaultFound.name(), stream_fault_found),
    (OrderPaid.name(), order_paid),
    (OrderRefunded.name(), order_refunded),
    (RenewalFailed.name(), renewal_failed),
    (ReceiptRequested.name(), receipt_requested),
    (RenewalNear.name(), renewal_near),
    (PurchaseChanged.name(), purchase_changed),
    (MakeGoodPaid.name(), make_good_paid),
    (VoucherEmailDue.name(), voucher_email_due),
    (VoucherRedeemed.name(), voucher_redeemed),
    (ReminderDue.name(), reminder_due),
    (FinalScoreDue.name(), final_score_due),
    (RequestMade.name(), request_made),
    (EventsCreated.name(), events_created),
    (EventsChanged.name(), events_changed),
    (EventWentLive.name(), event_went_live),
    (EventFinished.name(), event_finished),
    (OrderPaid.name(), publish_paid_order),
    (OrderRefunded.name(), publish_refunded_order),
    (ClipCreated.name(), clip_created),
    (RequestMade.name(), publish_request),
)
