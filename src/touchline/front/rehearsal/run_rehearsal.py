"""Runs a rehearsal: the whole chain from an encoder to a recording and a purchase, and its removal.

The event, the viewer and the stream are created with the facades of their contexts. The encoder and the
viewer use the same ways as everybody else: RTMP, and HTTP at the site's own address (ADR 99).
"""

from __future__ import annotations

from collections.abc import Callable

from touchline.front.rehearsal import step_messages as messages
from touchline.front.rehearsal.chain import Chain, Encoder
from touchline.front.rehearsal.progress import Progress, RehearsalStoppedError
from touchline.front.rehearsal.rehearsal import NOT_REACHED, STOPPED, Rehearsal, StepMessage, StepName
from touchline.front.rehearsal.rehearsal_site import RehearsalSite
from touchline.front.rehearsal.rehearsals import Rehearsals
from touchline.front.rehearsal.remove_rehearsal import RemoveRehearsal
from touchline.front.rehearsal.site_client import SiteClient
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class RunRehearsal:
    """Use case: run a queued rehearsal to its end. `pause` waits for seconds."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        rehearsals: Rehearsals,
        site: RehearsalSite,
        remove: RemoveRehearsal,
        create_client: Callable[[str], SiteClient],
        start_encoder: Callable[[str], Encoder],
        clock: Clock,
        pause: Callable[[float], object],
    ) -> None:
        self._uow, self._rehearsals, self._clock, self._pause = uow, rehearsals, clock, pause
        self._site, self._remove = site, remove
        self._create_client, self._start_encoder = create_client, start_encoder

    def __call__(
        self,
        channel_id: ChannelId,
        rehearsal_id: int,
        on_change: Callable[[Rehearsal], object] = lambda rehearsal: None,
    ) -> Rehearsal:
        """Run all steps, and remove everything whatever happens. Return the rehearsal with its results.

        A rehearsal that has begun before is returned as it is. Call it outside of a transaction.
        """
        with self._uow(channel_id):
            self._rehearsals.lock()
            rehearsal = self._rehearsals.get(rehearsal_id)
            if not rehearsal.is_queued:
                return rehearsal
            rehearsal.begin(self._clock.now())
            self._rehearsals.save(rehearsal)
        progress = Progress(
            self._uow, self._rehearsals, self._clock, self._pause, channel_id, rehearsal, on_change
        )
        try:
            visitor = self._create_client(self._site.get_url(channel_id))
            self._run_chain(progress, Chain(self._site, progress, visitor, self._start_encoder, self._clock))
        except RehearsalStoppedError:
            rehearsal.skip_waiting(STOPPED, self._clock.now())
        finally:
            self._finish(progress)
        return rehearsal

    def _run_chain(self, progress: Progress, chain: Chain) -> None:
        try:
            is_on_air = (
                progress.run_step(StepName.EVENT, chain.create_event)
                and progress.run_step(StepName.STREAM, chain.open_stream)
                and progress.run_step(StepName.ENCODER, chain.connect)
                and progress.run_step(StepName.ON_AIR, chain.go_on_air)
            )
            if is_on_air:
                chain.run_purchase()
                progress.run_step(StepName.PLAYBACK, chain.play)
                if progress.run_step(StepName.STOP, chain.stop):
                    progress.run_step(StepName.RECORDING, chain.play_recording)
        finally:
            chain.stop_encoder()
        progress.rehearsal.skip_waiting(NOT_REACHED, self._clock.now())

    def _finish(self, progress: Progress) -> None:
        rehearsal = progress.rehearsal

        def remove() -> StepMessage:
            self._remove(progress.channel_id, rehearsal.key)
            rehearsal.is_removed, rehearsal.event_id = True, None
            return messages.REMOVED

        progress.run_step(StepName.REMOVAL, remove)
        rehearsal.finish(self._clock.now())
        progress.save()
