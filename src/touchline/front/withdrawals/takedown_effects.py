"""Effects of a recording takedown on clips, downloads, orders and passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade, MediaOwner
from touchline.clips.facade import ClipsFacade
from touchline.front.adapters.sale_catalog import to_covered_event
from touchline.shared.ids import EventId, LibraryItemId
from touchline.shared.money import Money


@dataclass(frozen=True, slots=True)
class AffectedClip:
    """A clip that becomes unavailable with its recording."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class AffectedOrder:
    """A paid order for an event. `is_refundable`: it was paid through the payment provider."""

    id: int
    paid: Money
    is_refundable: bool


@dataclass(frozen=True, slots=True)
class TakedownEffect:
    """The effects of a takedown besides the recording itself.

    `download_count` counts the files that viewers downloaded. `pass_count` counts the valid packages and
    subscriptions that give access to the recording.
    """

    clips: Sequence[AffectedClip] = ()
    download_count: int = 0
    orders: Sequence[AffectedOrder] = ()
    pass_count: int = 0


class TakedownEffects:
    """Lookup of what depends on a recording, in the current transaction."""

    def __init__(self, clips: ClipsFacade, billing: BillingFacade, catalog: CatalogFacade) -> None:
        self._clips = clips
        self._billing = billing
        self._sales = catalog.sales

    def get_for_recording(self, owner: MediaOwner) -> TakedownEffect:
        """Return the clips, downloads, paid orders and passes that an event's takedown affects. A library
        item affects passes only.
        """
        if owner.kind != "event":
            return TakedownEffect(pass_count=self._count_library_passes(LibraryItemId(owner.id)))
        event_clips = self._clips.get_event_clips(owner.id)
        orders = self._billing.list_paid_orders_for_event(owner.id)
        return TakedownEffect(
            clips=[AffectedClip(clip.id, clip.name) for clip in event_clips.clips],
            download_count=event_clips.downloads,
            orders=[AffectedOrder(order.id, order.paid, order.is_refundable) for order in orders],
            pass_count=self._count_event_passes(EventId(owner.id)),
        )

    def _count_event_passes(self, event_id: EventId) -> int:
        event_on_sale = self._sales.get_event(event_id, None)
        return (
            0
            if event_on_sale is None
            else self._billing.count_passes.for_event(to_covered_event(event_on_sale.event))
        )

    def _count_library_passes(self, item_id: LibraryItemId) -> int:
        return self._billing.count_passes.for_library() if self._sales.library_item_needs_pass(item_id) else 0
