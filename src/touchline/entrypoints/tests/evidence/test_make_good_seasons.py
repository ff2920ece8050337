"""Generated games from the records of requests to the money: the policy pays exactly those it should.

The truth of each game is known. What is owed is calculated from it in fractions, apart from the code that
pays. Records arrive in any order, late and twice, in several processes, on SQLite and PostgreSQL.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import Table

from touchline.analytics.adapters.sql.evidence_records import SqlEvidenceRecords
from touchline.analytics.adapters.sql.evidence_tables import BroadcastMinuteRow, ViewerMinuteRow
from touchline.analytics.application.evidence.evidence_buffer import EvidenceBuffer
from touchline.analytics.application.evidence.get_evidence import GetEvidence
from touchline.analytics.application.evidence.list_outages import ListOutages
from touchline.analytics.domain.evidence.measure_viewing import MeasuredViewing
from touchline.analytics.domain.evidence.shared_gaps import StallReport
from touchline.analytics.domain.evidence.time_slots import SLOT_SECONDS
from touchline.analytics.ports.evidence import EventTimes
from touchline.analytics.tests.evidence_games import FIRST_SLOT, Game, generate_game, repeat_and_shuffle
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.make_good_samples import build_viewer
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.proof.environment import EVENT_ID
from touchline.billing.tests.proof.make_good_actions import check_make_goods
from touchline.billing.tests.proof.make_good_harness import CHANNEL, MakeGoodHarness, open_harness
from touchline.front.adapters.playback_evidence import PlaybackEvidenceGateway
from touchline.platform.db.base import Base
from touchline.platform.db.session import current_session
from touchline.platform.db.unit_of_work import SqlUnitOfWorkFactory
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, EventId

TABLES = [cast(Table, table.__table__) for table in (ViewerMinuteRow, BroadcastMinuteRow)]
PRICE = 1200
SHARE_PERCENT, SHARE_SECONDS, FULL_PERCENT = 10, 480, 50
EVENT = EventId(EVENT_ID)


class SeasonHarness(MakeGoodHarness):
    """A sold game whose evidence comes from stored records."""

    def __init__(self, harness: MakeGoodHarness, game: Game, seed: int) -> None:
        super().__init__(harness.system)
        self.game, self.random = game, random.Random(seed)  # noqa: S311
        database, records = self.system.database, SqlEvidenceRecords(current_session)
        Base.metadata.create_all(database.engine, TABLES)
        with database.engine.begin() as connection:
            for table in TABLES:
                connection.execute(table.delete())
        self.buffers = [EvidenceBuffer(SqlUnitOfWorkFactory(database), records) for _ in range(3)]
        after = FixedClock(datetime.fromtimestamp(game.planned.stop * SLOT_SECONDS, UTC) + timedelta(hours=3))
        times: Any = _Schedule(game)
        store: Any = SimpleNamespace(list_delivery_stalls=self._list_stalls)
        channel: Any = SimpleNamespace(get_details=lambda: SimpleNamespace(id=CHANNEL))
        evidence = GetEvidence(records, times, store, channel, after)
        outages = ListOutages(records, times, after)
        self.gateway = PlaybackEvidenceGateway(lambda: evidence, lambda: outages)
        self.system.evidence.get = self.gateway.get  # type: ignore[method-assign]

    def record(self, share: float = 1.0) -> None:
        """Store the records of the game, or a part of them, in any order."""
        for slot in self.game.on_air:
            if self.random.random() <= share:
                self._pick().record_video(CHANNEL, EVENT, instant(slot), timedelta(seconds=1))
        for slot in self.game.supervised:
            self._pick().record_supervision(CHANNEL, EVENT, instant(slot))
        for seen in repeat_and_shuffle(self.game, self.random.randrange(100)).requests:
            if self.random.random() <= share:
                self._pick().record_request(CHANNEL, EVENT, seen.account_id, seen.kind, instant(seen.slot))
        for buffer in self.buffers:
            buffer.flush()

    def sell(self) -> None:
        """Sell the game to each viewer who came."""
        for account_id in self.game.truth:
            self.buy(self.system.register(account_id, f"viewer-{account_id}@example.org"))
        self.system.clock.set(NOW + timedelta(days=3, hours=3))

    def get_paid(self) -> dict[AccountId, int]:
        """Return what each viewer was paid back, in cents."""
        return {
            item.account_id: item.paid.minor
            for item in self.list_make_goods()
            if item.account_id is not None and item.paid.minor
        }

    def _pick(self) -> EvidenceBuffer:
        return self.random.choice(self.buffers)

    def _list_stalls(self, *_arguments: object) -> Sequence[StallReport]:
        return self.game.reports


class _Schedule:
    """The planned times of the game."""

    def __init__(self, game: Game) -> None:
        start = datetime.fromtimestamp(FIRST_SLOT * SLOT_SECONDS, UTC)
        self._times = EventTimes(start, len(game.planned) * SLOT_SECONDS)

    def get_times(self, _event_id: EventId) -> EventTimes:
        """Return the times."""
        return self._times

    def list_times(self, event_ids: Sequence[EventId]) -> dict[EventId, EventTimes]:
        """Return the times of each event."""
        return dict.fromkeys(event_ids, self._times)


def instant(slot: int) -> datetime:
    """Return a second in a slot."""
    return datetime.fromtimestamp(slot * SLOT_SECONDS + 2, UTC)


def calculate_owed(truth: MeasuredViewing) -> int:
    """Return what a viewer is owed, in cents, from the truth."""
    lost, wanted = truth.venue_seconds + truth.delivery_seconds, truth.wanted_seconds
    share = Fraction(lost, wanted)
    if truth.was_shut_out or share * 100 >= FULL_PERCENT:
        return PRICE
    if share * 100 < SHARE_PERCENT and lost < SHARE_SECONDS:
        return 0
    return int(PRICE * share + Fraction(1, 2))


@pytest.fixture(params=["sqlite", "postgres"])
def harness(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MakeGoodHarness]:
    """Yield a channel without purchases, on each database."""
    url = f"sqlite:///{tmp_path / 'season.sqlite'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")
    with open_harness(url, monkeypatch) as harness:
        yield harness


@pytest.mark.parametrize("seed", [2, 3, 11])
def test_a_game_pays_exactly_those_it_should_to_the_cent(harness: MakeGoodHarness, seed: int) -> None:
    game = generate_game(seed, viewer_count=8)
    season = SeasonHarness(harness, game, seed)
    season.set_policy(mode="automatic", method=["credit", "refund"][seed % 2])
    season.sell()
    owed = {account_id: calculate_owed(truth) for account_id, truth in game.truth.items()}
    owed = {account_id: amount for account_id, amount in owed.items() if amount}
    for share in (0.4, 0.8):
        season.record(share)
        season.service.propose(CHANNEL, EVENT_ID)
    season.record()
    # Automatically, nobody is paid for what only viewers show.
    season.service.pay(CHANNEL, EVENT_ID, is_automatic=True)
    certain = {account for account in owed if not game.truth[account].unconfirmed_seconds}
    assert season.get_paid() == {account: owed[account] for account in sorted(certain)}
    season.record()
    season.pay()
    assert season.get_paid() == owed
    assert season.pay().paid == 0
    check_make_goods(season.system)
    with season.system.database.transaction(CHANNEL):
        outages = season.gateway.list_outages([EVENT]).get(EVENT, [])
        evidence = season.gateway.get(EVENT)
    assert evidence is not None
    assert list(evidence.outages) == outages
    assert len(outages) == len(game.outages)


def test_two_operators_who_press_at_the_same_time_pay_everybody_once(harness: MakeGoodHarness) -> None:
    harness.set_policy(mode="propose", method="credit", full_method="refund")
    accounts = range(10, 18)
    for account in accounts:
        harness.buy(harness.system.register(account, f"viewer-{account}@example.org"))
    harness.measure(
        *(build_viewer(account, venue_seconds=5000 - 4280 * (account % 2)) for account in accounts)
    )
    errors: list[BaseException] = []

    def press() -> None:
        try:
            harness.pay()
        except BaseException as error:
            errors.append(error)

    operators = [Thread(target=press) for _ in range(2)]
    for operator in operators:
        operator.start()
    for operator in operators:
        operator.join()
    # Stripe refuses a call whose idempotency key is in use. The next press pays what is left.
    assert all(isinstance(error, PaymentsUnavailableError) for error in errors) and len(errors) < 2
    harness.pay()
    assert sorted(harness.list_refunds()) == [1200] * 4
    items = harness.list_make_goods()
    assert [item.paid for item in items] == [usd("12.00"), usd("1.20")] * 4
    assert len({item.coupon_code for item in items}) == 5
    check_make_goods(harness.system)
