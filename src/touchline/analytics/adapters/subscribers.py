"""What analytics hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.analytics.ports.people import People
from touchline.channel.events import AccountClosed, AccountRegistered
from touchline.shared.ids import AccountId


@inject
def account_registered(told: Mapping[str, Any], people: People = Provide["analytics.intake.people"]) -> None:
    """A viewer has a pseudonym now; whether it is ever used is for them to say."""
    people.make(AccountId(told["account_id"]))


@inject
def account_closed(told: Mapping[str, Any], people: People = Provide["analytics.intake.people"]) -> None:
    """A viewer is gone: nothing says any more who their pseudonym stood for, and the job of each minute takes
    it off what they did."""
    # The store of facts is not asked here: while it is away it would hold up all who hear of the end.
    people.leave(AccountId(told["account_id"]))


SUBSCRIBERS = (
    (AccountRegistered.name(), account_registered),
    (AccountClosed.name(), account_closed),
)
