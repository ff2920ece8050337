"""What analytics hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.analytics.application.persons import ForgetPerson
from touchline.analytics.ports.people import People
from touchline.channel.events import AccountClosed, AccountRegistered
from touchline.shared.ids import AccountId, ChannelId


@inject
def account_registered(told: Mapping[str, Any], people: People = Provide["analytics.intake.people"]) -> None:
    """A viewer has a pseudonym now; whether it is ever used is for them to say."""
    people.make(AccountId(told["account_id"]))


@inject
def account_closed(
    told: Mapping[str, Any], forget: ForgetPerson = Provide["analytics.intake.forget_person"]
) -> None:
    """A viewer is gone: what they did is nobody's."""
    forget(ChannelId(told["channel_id"]), AccountId(told["account_id"]))


SUBSCRIBERS = (
    (AccountRegistered.name(), account_registered),
    (AccountClosed.name(), account_closed),
)
