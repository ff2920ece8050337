"""Removes what a rehearsal has made: orders, viewer, event, stream and recording."""

from __future__ import annotations

import logging
from collections.abc import Callable

from touchline.billing.facade import BillingFacade
from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.rehearsal.rehearsal import Rehearsal
from touchline.front.rehearsal.rehearsals import Rehearsals
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError, TouchlineError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

CLOSE_SECONDS, CHECK_SECONDS = 15.0, 0.25
log = logging.getLogger(__name__)


class RemoveRehearsal:
    """Removes a rehearsal's traces, in any state and any number of times. `pause` waits for seconds."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        channel: ChannelFacade,
        billing: BillingFacade,
        catalog: CatalogFacade,
        pause: Callable[[float], object],
    ) -> None:
        self._uow, self._pause = uow, pause
        self._channel, self._billing, self._catalog = channel, billing, catalog

    def __call__(self, channel_id: ChannelId, key: str) -> None:
        """Remove everything under the rehearsal's key. Raises `PaymentsUnavailableError`.

        The ingest process closes the stream first, so that it writes no files afterwards.
        """
        with self._uow(channel_id):
            event_id = self._catalog.rehearsal_events.find_id(key)
            account_id = self._channel.rehearsal_viewers.find(key)
            if event_id is not None:
                self._catalog.rehearsal_events.stop(event_id)
        remaining = CLOSE_SECONDS
        while event_id is not None and remaining > 0:
            with self._uow(channel_id):
                if self._catalog.rehearsal_events.get_stream(event_id).is_closed:
                    break
            self._pause(CHECK_SECONDS)
            remaining -= CHECK_SECONDS
        if account_id is not None:
            self._billing.rehearsal_orders.remove(channel_id, account_id)
        with self._uow(channel_id):
            self._channel.rehearsal_viewers.remove(key)
            if event_id is not None:
                self._catalog.rehearsal_events.delete(channel_id, event_id)


class RemoveAbandonedRehearsals:
    """Removes what rehearsals have left whose program was killed. A worker runs it every minute."""

    def __init__(
        self, uow: UnitOfWorkFactory, rehearsals: Rehearsals, remove: RemoveRehearsal, clock: Clock
    ) -> None:
        self._uow, self._rehearsals, self._remove, self._clock = uow, rehearsals, remove, clock

    def __call__(self) -> None:
        """Remove the leftovers of all channels. What fails is tried again the next time."""
        with self._uow.all_channels():
            unremoved = self._rehearsals.list_unremoved(self._clock.now())
        for channel_id, rehearsal_id in unremoved:
            try:
                self.remove(channel_id, rehearsal_id)
            except TouchlineError as error:
                log.warning("rehearsal %s could not be removed: %s", rehearsal_id, error.message)

    def remove(self, channel_id: ChannelId, rehearsal_id: int) -> None:
        """Remove the leftovers of one rehearsal, unless its program still runs."""
        try:
            with self._uow(channel_id):
                rehearsal = self._rehearsals.get(rehearsal_id)
        except NotFoundError:
            return
        if not rehearsal.is_abandoned(self._clock.now()):
            return
        self._remove(channel_id, rehearsal.key)
        with self._uow(channel_id):
            current = self._rehearsals.get(rehearsal_id)
            self._mark_removed(current)

    def _mark_removed(self, rehearsal: Rehearsal) -> None:
        rehearsal.abandon(self._clock.now())
        rehearsal.is_removed, rehearsal.event_id = True, None
        self._rehearsals.save(rehearsal)
