"""Evidence in the databases: late, repeated and reordered records of several processes."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from sqlalchemy import Table
from sqlalchemy.exc import OperationalError

from touchline.analytics.adapters.sql.evidence_records import SqlEvidenceRecords
from touchline.analytics.adapters.sql.evidence_tables import BroadcastMinuteRow, ViewerMinuteRow
from touchline.analytics.application.evidence.evidence_buffer import EvidenceBuffer
from touchline.analytics.domain.evidence.event_evidence import measure_event
from touchline.analytics.domain.evidence.outages import Broadcast
from touchline.analytics.domain.evidence.shared_gaps import count_reports
from touchline.analytics.domain.evidence.time_slots import SLOT_SECONDS
from touchline.analytics.domain.evidence.viewer_requests import RequestKind
from touchline.analytics.ports.evidence import EventRecords
from touchline.analytics.tests.evidence_games import FIRST_SLOT, Game, generate_game, repeat_and_shuffle
from touchline.platform.db.session import Database, current_session
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory
from touchline.shared.ids import AccountId, ChannelId, EventId

CHANNEL, OTHER_CHANNEL = ChannelId(1), ChannelId(2)
EVENT = EventId(12)
TABLES = [cast(Table, table.__table__) for table in (ViewerMinuteRow, BroadcastMinuteRow)]


def create_buffer(database: Database) -> EvidenceBuffer:
    """Return the buffer of a process."""
    return EvidenceBuffer(SqlUnitOfWorkFactory(database), SqlEvidenceRecords(current_session))


def read(database: Database, channel_id: ChannelId = CHANNEL) -> EventRecords:
    """Return the records of the event in a channel."""
    with database.transaction(channel_id):
        return SqlEvidenceRecords(current_session).get_event(EVENT)


def instant(slot: int) -> datetime:
    """Return a second in a slot."""
    return datetime.fromtimestamp(slot * SLOT_SECONDS + 2, UTC)


def record(game: Game, buffers: list[EvidenceBuffer], rng: random.Random) -> None:
    """Record a game in several processes, which store what they have at any time."""
    for slot in game.on_air:
        buffers[0].record_video(CHANNEL, EVENT, instant(slot), timedelta(seconds=1))
    for slot in game.supervised:
        buffers[0].record_supervision(CHANNEL, EVENT, instant(slot))
    for seen in game.requests:
        buffer = rng.choice(buffers)
        buffer.record_request(CHANNEL, EVENT, seen.account_id, seen.kind, instant(seen.slot))
        if rng.random() < 0.001:
            buffer.flush()
    for buffer in buffers:
        buffer.flush()


@pytest.mark.parametrize("seed", range(3))
def test_a_stored_game_is_measured_as_it_was(database: Database, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    game = repeat_and_shuffle(generate_game(seed), seed)
    buffers = [create_buffer(database) for _ in range(3)]
    record(game, buffers, rng)
    record(game, buffers, rng)
    records = read(database)
    measured = measure_event(
        Broadcast(game.planned, records.on_air, records.supervised),
        records.requests,
        count_reports(game.reports),
        game.planned.stop + 1000,
    )
    assert measured.outages == game.outages
    assert measured.viewers == game.truth


def test_records_of_another_channel_are_not_returned(database: Database) -> None:
    buffer = create_buffer(database)
    buffer.record_request(CHANNEL, EVENT, AccountId(1), RequestKind.FETCHED, instant(FIRST_SLOT))
    buffer.record_video(CHANNEL, EVENT, instant(FIRST_SLOT), timedelta(seconds=4))
    buffer.flush()
    assert read(database).requests[AccountId(1)].fetched == {FIRST_SLOT}
    assert read(database, OTHER_CHANNEL) == EventRecords()


def test_a_video_covers_the_time_before_it_was_published(database: Database) -> None:
    buffer = create_buffer(database)
    buffer.record_video(CHANNEL, EVENT, instant(FIRST_SLOT + 9), timedelta(seconds=12))
    buffer.flush()
    assert read(database).on_air == {FIRST_SLOT + 7, FIRST_SLOT + 8, FIRST_SLOT + 9}


def test_records_wait_while_the_database_is_unavailable(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    buffer = create_buffer(database)
    buffer.record_request(CHANNEL, EVENT, AccountId(1), RequestKind.FETCHED, instant(FIRST_SLOT))

    def refuse(*_arguments: Any) -> None:
        raise OperationalError("INSERT", {}, Exception("unavailable"))

    with monkeypatch.context() as patch:
        patch.setattr(SqlEvidenceRecords, "add", refuse)
        with pytest.raises(OperationalError):
            buffer.flush()
    buffer.record_request(CHANNEL, EVENT, AccountId(1), RequestKind.FETCHED, instant(FIRST_SLOT + 1))
    buffer.flush()
    assert read(database).requests[AccountId(1)].fetched == {FIRST_SLOT, FIRST_SLOT + 1}


def test_old_evidence_and_that_of_an_account_can_be_deleted(database: Database) -> None:
    buffer = create_buffer(database)
    for account_id, slot in ((AccountId(1), FIRST_SLOT), (AccountId(2), FIRST_SLOT + 100)):
        buffer.record_request(CHANNEL, EVENT, account_id, RequestKind.POLLED, instant(slot))
    buffer.flush()
    records = SqlEvidenceRecords(current_session)
    with database.transaction(None, unscoped=True):
        assert records.prune((FIRST_SLOT + 100) // 10) == 1
    assert list(read(database).requests) == [AccountId(2)]
    with database.transaction(CHANNEL):
        exported = records.export_account(AccountId(2))
        assert [(entry["event_id"], entry["polled"]) for entry in exported] == [(EVENT, 1)]
        records.erase_account(AccountId(2))
    assert not read(database).requests
