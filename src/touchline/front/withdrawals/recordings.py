"""What a take-down of a recording affects (port `TakedownEffects` of context `catalog`)."""

from __future__ import annotations

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import AffectedClip, AffectedOrder, Owner, TakedownEffect
from touchline.clips.facade import ClipsFacade


class EffectsOfTakedowns:
    """Asks clips and billing, in the present transaction."""

    def __init__(self, clips: ClipsFacade, billing: BillingFacade) -> None:
        self._clips = clips
        self._billing = billing

    def of_recording(self, owner: Owner) -> TakedownEffect:
        """Clips, downloads and paid orders of an event. A library item is not sold alone, and has none."""
        if owner.kind != "event":
            return TakedownEffect()
        made = self._clips.of_event(owner.id)
        orders = self._billing.paid_orders_of_event(owner.id)
        return TakedownEffect(
            clips=[AffectedClip(one.id, one.name) for one in made.clips],
            downloads=made.downloads,
            orders=[AffectedOrder(one.id, one.paid, one.is_refundable) for one in orders],
        )
