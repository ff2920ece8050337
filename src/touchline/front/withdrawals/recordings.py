"""What a take-down of a recording affects (port `TakedownEffects` of context `catalog`)."""

from __future__ import annotations

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import AffectedClip, AffectedOrder, CatalogFacade, Owner, TakedownEffect
from touchline.clips.facade import ClipsFacade
from touchline.front.shelf import covered_event
from touchline.shared.ids import EventId, LibraryItemId


class EffectsOfTakedowns:
    """Asks clips, billing and the catalogue, in the present transaction."""

    def __init__(self, clips: ClipsFacade, billing: BillingFacade, catalog: CatalogFacade) -> None:
        self._clips = clips
        self._billing = billing
        self._on_sale = catalog.on_sale

    def of_recording(self, owner: Owner) -> TakedownEffect:
        """Clips, downloads, paid orders and passes of an event. A library item has passes alone."""
        if owner.kind != "event":
            return TakedownEffect(passes=self._passes_of_item(LibraryItemId(owner.id)))
        made = self._clips.of_event(owner.id)
        orders = self._billing.paid_orders_of_event(owner.id)
        return TakedownEffect(
            clips=[AffectedClip(one.id, one.name) for one in made.clips],
            downloads=made.downloads,
            orders=[AffectedOrder(one.id, one.paid, one.is_refundable) for one in orders],
            passes=self._passes_of_event(EventId(owner.id)),
        )

    def _passes_of_event(self, event_id: EventId) -> int:
        found = self._on_sale.event(event_id, None)
        return 0 if found is None else self._billing.passes.of_event(covered_event(found.event))

    def _passes_of_item(self, item_id: LibraryItemId) -> int:
        return self._billing.passes.of_library() if self._on_sale.film_needs_pass(item_id) else 0
