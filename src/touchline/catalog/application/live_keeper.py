"""One stream in the care of an ingest process: an encoder is waited for, received, missed, given up."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from touchline.catalog.application.live_changes import LiveChanges
from touchline.catalog.application.live_folder import LiveFolder
from touchline.catalog.application.live_keys import StreamKeys
from touchline.catalog.domain.live import LIVE_LEASE, LiveState, LiveStream
from touchline.catalog.ports.ingest import SECOND_ENCODER, WRONG_KEY, Ingest, Line, Take, TakeState
from touchline.catalog.ports.live import LedgerAway
from touchline.catalog.ports.renditions import DefaultRenditions, RenditionSettings
from touchline.catalog.ports.storage import Storage
from touchline.shared.clock import Clock
from touchline.shared.errors import Unavailable

_RENEW_AFTER = LIVE_LEASE / 3
_ASK_AGAIN = timedelta(seconds=2)
_SECOND_SHOWN = timedelta(seconds=30)
_NO_PORT = "This stream has no port among TOUCHLINE_LIVE_PORTS; ask for its key again, and it gets one."


@dataclass(frozen=True)
class Means:
    """What every keeper works with; `grace` is how long an encoder may be away once the planned end of its
    event and the `margin` have passed."""

    changes: LiveChanges
    storage: Storage
    ingest: Ingest
    keys: StreamKeys
    clock: Clock
    grace: timedelta
    margin: timedelta
    renditions: RenditionSettings = field(default_factory=DefaultRenditions)


class Keeper:
    """Keeps one take open and publishes what it brings.

    `step` is called a few times a second and never waits. What it leaves when it is killed, its successor
    finds in the stream's row and in the source's playlist, and goes on.
    """

    def __init__(self, means: Means, stream: LiveStream, lease: str) -> None:
        self._means = means
        self._lease = lease
        self._take: Take | None = None
        self._last_fault = self._told = ""
        self._second_until: datetime | None = None
        self._away_until: datetime | None = None
        self.stream = stream
        name = f"{'test' if stream.is_test else 'live'}-{stream.id}-"
        means.storage.tidy(name)
        self._place: AbstractContextManager[Path] = means.storage.workspace(f"{name}{lease}")
        self._workspace = self._place.__enter__()
        self._folder = LiveFolder(means.storage, stream, self._workspace)
        self._folder.tidy()
        if stream.is_open:
            self._folder.reopen()
        started_at = stream.started_at or self._folder.playlist.started_at
        if started_at is not None and stream.is_open:
            self.stream = means.changes.interrupt(stream, lease, started_at)

    @property
    def is_done(self) -> bool:
        """Whether the stream is finished and needs no care any more."""
        return self.stream.state is LiveState.FINISHED

    def look(self, fresh: LiveStream) -> None:
        """What the row says now: another key drops who publishes under the old one; an end is an end."""
        other_key = fresh.generation != self.stream.generation
        self.stream = fresh
        if other_key and self._take is not None:
            self._drop_take()
        self._hold(LIVE_LEASE - _RENEW_AFTER)

    def step(self) -> None:
        """Go on with what there is to do now."""
        now = self._means.clock.now()
        self._hold(timedelta(0))
        if self.stream.is_overdue(self._means.grace, self._means.margin, now) and not self._receives():
            self.stream = self._means.changes.end(self.stream)
        if self.stream.state is LiveState.ENDING:
            self._finish()
            return
        take = self._take or self._listen()
        state = take.state
        self._publish(take, now)
        if state is not TakeState.WAITING:
            self._last_fault = take.fault
        self._tell(take.fault or self._last_fault or self._refused(state, now))
        if state is TakeState.ENDED:
            self._drop_take()

    def leave(self) -> None:
        """Give the stream to the next process, with all that was received."""
        self._drop_take()
        self.stream = self._means.changes.let_go(self.stream, self._lease)
        self.forget()

    def forget(self) -> None:
        """End what is left of it here; the row is not touched."""
        if self._take is not None:
            self._take.close()
            self._take = None
        self._place.__exit__(None, None, None)

    def fail(self, fault: str) -> None:
        """Something stood in the way; the operator is told."""
        self._tell(fault)

    def _hold(self, least: timedelta) -> None:
        """Make sure that the lease lasts so much longer: who has lost it must not write another playlist.

        While nobody can be asked, whoever receives goes on: the encoder has one line, and it ends here.
        """
        leased_until, now = self.stream.leased_until, self._means.clock.now()
        if leased_until is not None and now < leased_until - least:
            return
        if self._away_until is not None and now < self._away_until and self._receives():
            return
        try:
            self.stream = self._means.changes.renew(self.stream, self._lease)
            self._away_until = None
        except LedgerAway:
            self._away_until = now + _ASK_AGAIN
            if not self._receives():
                raise

    def _refused(self, state: TakeState, now: datetime) -> str:
        """Where all encoders come to one door, it wrote into the row whom it refused, perhaps before anybody
        kept the stream. A wrong key stands until an encoder is let in, a second encoder for half a minute."""
        if state is TakeState.WAITING:
            return WRONG_KEY if self.stream.fault == WRONG_KEY else ""
        if self.stream.fault == SECOND_ENCODER and self._told != SECOND_ENCODER:
            self._second_until = now + _SECOND_SHOWN
        return SECOND_ENCODER if self._second_until is not None and now < self._second_until else ""

    def _receives(self) -> bool:
        return self._take is not None and self._take.state is TakeState.RECEIVING

    def _listen(self) -> Take:
        self._miss()
        ports = self._means.ingest.ports
        if ports and self.stream.port not in ports:
            raise Unavailable(_NO_PORT)
        wanted = self._means.renditions.live(self.stream.channel_id)
        self.stream = self._means.changes.begin_take(self.stream, self._lease)
        folder = self._workspace / f"take-{self.stream.takes}"
        folder.mkdir(parents=True, exist_ok=True)
        line = Line(self._means.keys.of(self.stream), self.stream.port)
        fixed = self._folder.renditions
        self._take = self._means.ingest.listen(line, folder, fixed or wanted, exactly=bool(fixed))
        return self._take

    def _publish(self, take: Take, now: datetime) -> None:
        if not self._folder.add(take, self.stream.takes, now):
            return
        started_at = self._folder.playlist.started_at or now
        if self.stream.state is not LiveState.LIVE:
            self.stream = self._means.changes.go_live(self.stream, self._lease, started_at)

    def _drop_take(self) -> None:
        """The take is over; the last it brought is published, and the grace begins."""
        take, self._take = self._take, None
        if take is None:
            return
        now = self._means.clock.now()
        take.close()
        self._publish(take, now)
        self._miss()

    def _miss(self) -> None:
        """Nobody sends: the grace begins. Asked again before the next take, lest the database was away."""
        if self.stream.state is LiveState.LIVE:
            started_at = self.stream.started_at or self._means.clock.now()
            self.stream = self._means.changes.interrupt(self.stream, self._lease, started_at)

    def _finish(self) -> None:
        if self._take is not None:
            self._drop_take()
        folder = self.stream.folder
        self._folder.close()
        self.stream = self._means.changes.finish(self.stream, self._lease)
        if self.stream.is_test:
            self._means.storage.remove(f"{folder}/")
        self.forget()

    def _tell(self, fault: str) -> None:
        self._told = fault
        if fault != self.stream.fault:
            self.stream = self._means.changes.tell(self.stream, fault)
