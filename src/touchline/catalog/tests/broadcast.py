"""A stream with two fake encoders, and a supervisor that time passes for."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.live_playlists import parse_playlist
from touchline.catalog.domain.media.on_air import FailoverRules
from touchline.catalog.ports.media.ingest import IngestSessionState
from touchline.catalog.tests.ingest_harness import create_harness
from touchline.catalog.tests.live_fakes import FakeIngestSession

PRIMARY, BACKUP = EncoderSlot.PRIMARY, EncoderSlot.BACKUP
HALF = timedelta(milliseconds=500)


class Broadcast:
    """A stream with two encoders that send segments of 2 s, the backup half a segment later."""

    def __init__(
        self, folder: Path, safety_delay_seconds: int = 0, rules: FailoverRules | None = None
    ) -> None:
        self.harness = create_harness(folder)
        if rules is not None:
            encoders = replace(self.harness.ingest_services.encoders, rules=rules)
            self.harness.ingest_services = replace(self.harness.ingest_services, encoders=encoders)
        self.harness.open_stream(safety_delay_seconds=safety_delay_seconds)
        self.supervisor = self.harness.create_supervisor()
        self.supervisor.tick()
        self.sending = {PRIMARY, BACKUP}
        self.half_seconds = 0

    def get_session(self, slot: EncoderSlot) -> FakeIngestSession:
        ingest = self.harness.ingest
        sessions = ingest.sessions if slot is PRIMARY else ingest.backup_sessions
        return sessions[-1]  # type: ignore[no-any-return]

    def run(self, seconds: float) -> None:
        """Let time pass, with an ingest process that looks every half second."""
        for _ in range(int(seconds * 2)):
            self.harness.clock.advance(HALF)
            self.half_seconds += 1
            for slot, phase in ((PRIMARY, 0), (BACKUP, 2)):
                session = self.get_session(slot)
                if session.is_closed:
                    continue
                if slot not in self.sending:
                    session.idle_seconds += 0.5
                elif session.state is IngestSessionState.WAITING:
                    session.receive()
                elif self.half_seconds % 4 == phase:
                    session.receive(2000)
                else:
                    session.idle_seconds = 0.0
            self.supervisor.tick()

    def leave(self, slot: EncoderSlot) -> None:
        """Disconnect an encoder."""
        self.sending.discard(slot)
        self.get_session(slot).end()

    def list_names(self, rendition: str = "source") -> list[str]:
        return [name.partition("/")[2].removesuffix(".ts") for name in self.harness.list_segments(rendition)]

    def list_sessions(self) -> list[int]:
        """Return the number of the session of each run of segments."""
        return [run[0].session_number for run in parse_playlist(self.harness.read_playlist()).list_runs()]


def check_playlist(text: str, max_hole: timedelta) -> None:
    """Check that the clock never goes back, and that no hole is longer than `max_hole`."""
    times = [datetime.fromisoformat(at) for at in re.findall(r"PROGRAM-DATE-TIME:(\S+)", text)]
    assert times == sorted(times)
    entries = parse_playlist(text).entries
    for entry, following in pairwise(entries):
        assert timedelta(0) <= following.starts_at - entry.ends_at <= max_hole
    assert len({entry.name for entry in entries}) == len(entries)
