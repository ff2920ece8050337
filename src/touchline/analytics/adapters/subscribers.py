"""What analytics hears of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.analytics.ports.pseudonyms import Pseudonyms
from touchline.channel.events import AccountClosed, AccountRegistered
from touchline.shared.ids import AccountId


@inject
def account_registered(
    payload: Mapping[str, Any], pseudonyms: Pseudonyms = Provide["analytics.ingest.pseudonyms"]
) -> None:
    """A viewer has a pseudonym now; whether it is ever used is for them to say."""
    pseudonyms.get_or_create(AccountId(payload["account_id"]))


@inject
def account_closed(
    payload: Mapping[str, Any], pseudonyms: Pseudonyms = Provide["analytics.ingest.pseudonyms"]
) -> None:
    """A viewer is gone: nothing says any more who their pseudonym stood for, and the job of each minute takes
    it off what they did."""
    # The store of facts is not asked here: while it is away it would hold up all who hear of the end.
    pseudonyms.detach(AccountId(payload["account_id"]))


SUBSCRIBERS = (
    (AccountRegistered.name(), account_registered),
    (AccountClosed.name(), account_closed),
)
