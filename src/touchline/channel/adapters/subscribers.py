"""What context `channel` hears of others: letters follow from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.events import OrderPaid, OrderRefunded, PurchaseChanged, RenewalFailed, RenewalNear
from touchline.catalog.events import ConsentMissing
from touchline.channel.application.live_letters import TellOfLiveGames
from touchline.channel.application.operator_letters import TellOperators
from touchline.channel.application.request_letters import AskForRequestLetter
from touchline.channel.application.tell_of_purchases import TellOfPurchases
from touchline.clips.events import ClipReported
from touchline.engagement.events import ReminderDue, RequestMade
from touchline.shared.ids import AccountId, ChannelId, OrderId, TransactionId


@inject
def order_paid(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """A receipt leaves, or the news that something is open."""
    tell.paid(AccountId(told["account_id"]), OrderId(told["order_id"]), TransactionId(told["transaction_id"]))


@inject
def order_refunded(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """A credit note leaves."""
    tell.refunded(AccountId(told["account_id"]), TransactionId(told["transaction_id"]))


@inject
def renewal_failed(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """The viewer is told what to do."""
    tell.renewal_failed(AccountId(told["account_id"]), TransactionId(told["transaction_id"]))


@inject
def renewal_near(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """The viewer is told what will be charged."""
    tell.renewal_near(AccountId(told["account_id"]), OrderId(told["order_id"]), trial=told["trial"])


@inject
def purchase_changed(
    told: Mapping[str, Any], tell: TellOfPurchases = Provide["channel.letters.tell_of_purchases"]
) -> None:
    """The buyer is told that what they bought was canceled, postponed, rescheduled or withdrawn."""
    tell.changed(AccountId(told["account_id"]), OrderId(told["order_id"]), told["change"])


@inject
def reminder_due(
    told: Mapping[str, Any], tell: TellOfLiveGames = Provide["channel.letters.tell_of_live_games"]
) -> None:
    """The viewer is told that the game is live."""
    tell(AccountId(told["account_id"]), told["event_id"])


@inject
def request_made(
    told: Mapping[str, Any], ask: AskForRequestLetter = Provide["channel.letters.ask_for_request_letter"]
) -> None:
    """Who reads the channel's requests gets this one."""
    ask(ChannelId(told["channel_id"]), told["request_id"])


@inject
def clip_reported(
    told: Mapping[str, Any], tell: TellOperators = Provide["channel.letters.tell_operators"]
) -> None:
    """Operators get an email about a reported clip."""
    tell.clip_reported(told["clip_id"], told["at"])


@inject
def consent_missing(
    told: Mapping[str, Any], tell: TellOperators = Provide["channel.letters.tell_operators"]
) -> None:
    """Operators get an email about an event of the next day without consent."""
    tell.consent_missing(told["event_id"])


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
