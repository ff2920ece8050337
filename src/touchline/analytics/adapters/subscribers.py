"""Subscribers of analytics to events of other contexts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.analytics.container import AnalyticsContainer
from touchline.analytics.ports.evidence import EvidenceRecords
from touchline.analytics.ports.pseudonyms import Pseudonyms
from touchline.analytics.ports.sponsors import AdCaps
from touchline.channel.events import AccountClosed, AccountRegistered
from touchline.shared.ids import AccountId


@inject
def account_registered(
    payload: Mapping[str, Any], pseudonyms: Pseudonyms = Provide[AnalyticsContainer.pseudonyms]
) -> None:
    """Create a pseudonym for a new viewer. It is used only if the viewer consents."""
    pseudonyms.get_or_create(AccountId(payload["account_id"]))


@inject
def account_closed(
    payload: Mapping[str, Any],
    pseudonyms: Pseudonyms = Provide[AnalyticsContainer.pseudonyms],
    evidence: EvidenceRecords = Provide[AnalyticsContainer.evidence_records],
    ad_caps: AdCaps = Provide[AnalyticsContainer.ad_caps],
) -> None:
    """Detach the pseudonym from a closed account, and delete its evidence and its counts of sponsors.

    The job that runs every minute removes the pseudonym from the viewer's records.
    """
    # The analytics store is not called here: if it is unavailable, it would block the event's other
    # subscribers.
    pseudonyms.detach(AccountId(payload["account_id"]))
    evidence.erase_account(AccountId(payload["account_id"]))
    ad_caps.erase_account(AccountId(payload["account_id"]))


SUBSCRIBERS = (
    (AccountRegistered.name(), account_registered),
    (AccountClosed.name(), account_closed),
)
