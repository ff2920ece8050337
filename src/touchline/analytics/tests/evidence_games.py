"""Generated games whose truth is known: when viewers wanted to watch, what did not play, and why.

A game is simulated in slots. The simulation decides what each viewer does, writes down what they lose, and
then what the server sees of it. The measurement gets only the latter.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from touchline.analytics.domain.evidence.measure_viewing import (
    LEAVE_LIMIT_SLOTS,
    MeasuredViewing,
)
from touchline.analytics.domain.evidence.outages import OutageSide, OutageSlots
from touchline.analytics.domain.evidence.shared_gaps import StallReport
from touchline.analytics.domain.evidence.time_slots import SLOT_SECONDS
from touchline.analytics.domain.evidence.viewer_requests import RequestKind
from touchline.shared.ids import AccountId

FIRST_SLOT = 299_352_000
"""The planned start of every game: a slot at the beginning of a minute."""
MARGIN = 30
"""Slots between two things that happen in a game, so that the truth of each is known."""


@dataclass(frozen=True, slots=True)
class SeenRequest:
    """A request of an account in a slot."""

    account_id: AccountId
    kind: RequestKind
    slot: int


@dataclass
class Game:
    """A game as the server saw it, and the truth. `is_confirmed`: the ingest stood still in shared gaps."""

    planned: range
    on_air: set[int] = field(default_factory=set)
    supervised: set[int] = field(default_factory=set)
    outages: list[OutageSlots] = field(default_factory=list)
    failures: list[range] = field(default_factory=list)
    shared: list[range] = field(default_factory=list)
    is_confirmed: bool = False
    requests: list[SeenRequest] = field(default_factory=list)
    reports: list[StallReport] = field(default_factory=list)
    truth: dict[AccountId, MeasuredViewing] = field(default_factory=dict)

    def find_outage(self, slot: int) -> OutageSlots | None:
        """Return the outage in a slot."""
        return next((outage for outage in self.outages if outage.start <= slot < outage.end), None)

    def is_free(self, stretch: range) -> bool:
        """Return whether nothing else happens close to a stretch."""
        taken = [
            *(range(outage.start, outage.end) for outage in self.outages),
            *self.failures,
            *self.shared,
        ]
        return all(
            stretch.stop + MARGIN <= other.start or other.stop + MARGIN <= stretch.start for other in taken
        )


@dataclass
class _Truth:
    """The wanted and lost slots of a viewer."""

    played: int = 0
    venue: int = 0
    delivery: int = 0
    viewer: int = 0
    was_shut_out: bool = False
    unconfirmed: int = 0

    def lose(self, side: OutageSide) -> None:
        """Count a slot of an outage."""
        if side is OutageSide.VENUE:
            self.venue += 1
        else:
            self.delivery += 1

    def to_viewing(self) -> MeasuredViewing:
        """Return the truth in seconds."""
        wanted = self.played + self.venue + self.delivery + self.viewer
        return MeasuredViewing(
            wanted * SLOT_SECONDS,
            self.venue * SLOT_SECONDS,
            self.delivery * SLOT_SECONDS,
            self.viewer * SLOT_SECONDS,
            self.was_shut_out,
            self.unconfirmed * SLOT_SECONDS,
        )


def generate_game(seed: int, viewer_count: int = 14) -> Game:
    """Return a game of one to two hours with outages, failures, viewers of all kinds, and liars."""
    rng = random.Random(seed)  # noqa: S311
    length = rng.randrange(600, 1200)
    game = Game(range(FIRST_SLOT, FIRST_SLOT + length), is_confirmed=seed % 2 == 0)
    _add_trouble(game, rng)
    _add_broadcast(game, rng)
    account_ids = (AccountId(number) for number in range(1, 1000))
    audience = [next(account_ids) for _ in range(viewer_count)]
    for account_id in audience:
        _add_viewer(game, account_id, rng, is_patient=bool(game.shared))
    _add_liars(game, account_ids, rng)
    _add_honest_reports(game, len(audience), rng)
    return game


def repeat_and_shuffle(game: Game, seed: int) -> Game:
    """Return the game as late, repeated and reordered records."""
    rng = random.Random(seed)  # noqa: S311
    requests = [*game.requests, *rng.choices(game.requests, k=len(game.requests) // 3)]
    reports = [*game.reports, *rng.choices(game.reports, k=len(game.reports) // 2)] if game.reports else []
    rng.shuffle(requests)
    rng.shuffle(reports)
    return replace(game, requests=requests, reports=reports)


def _add_trouble(game: Game, rng: random.Random) -> None:
    """Add outages of the venue and the server, failures of the server, and gaps that many viewers share."""
    first, last = game.planned.start, game.planned.stop
    if rng.random() < 0.3:
        game.outages.append(OutageSlots(first, first + rng.randrange(5, 130), OutageSide.VENUE))
    for _ in range(rng.randrange(3)):
        start = rng.randrange(first + MARGIN, last - 300)
        stretch = range(start, start + rng.randrange(5, 150))
        if game.is_free(stretch):
            side = rng.choice([OutageSide.VENUE, OutageSide.DELIVERY])
            length = max(len(stretch), 11) if side is OutageSide.DELIVERY else len(stretch)
            game.outages.append(OutageSlots(start, start + length, side))
    for stretches in (game.failures, game.shared):
        start = rng.randrange(first + MARGIN, last - 300)
        stretch = range(start, start + rng.randrange(5, 19))
        if rng.random() < 0.5 and game.is_free(stretch):
            stretches.append(stretch)
    game.outages.sort(key=lambda outage: outage.start)


def _add_broadcast(game: Game, rng: random.Random) -> None:
    """Add what the ingest sees. The stream ends on time, early, or after overtime."""
    first, last = game.planned.start, game.planned.stop
    ending = rng.choice(["on time", "overtime", "early by the encoder", "early by the operator"])
    ends_at = {
        "on time": last,
        "overtime": last + rng.randrange(10, 200),
        "early by the encoder": last - rng.randrange(10, len(game.planned) // 5),
        "early by the operator": last - rng.randrange(10, 100),
    }[ending]
    supervised_to = ends_at if ending == "early by the operator" else max(last, ends_at) + 50
    game.supervised = set(range(first - rng.randrange(1, 200), supervised_to))
    game.on_air = set(range(first - rng.choice([0, 50]), ends_at))
    for outage in game.outages:
        lost = set(range(outage.start, outage.end))
        game.on_air -= lost
        if outage.start == first:
            game.on_air -= set(range(first - 60, first))
        if outage.side is OutageSide.DELIVERY:
            game.supervised -= lost
    for stretch in game.shared if game.is_confirmed else ():
        middle = stretch.start + len(stretch) // 2
        game.supervised -= set(range(middle - 2, middle + 2))
    # Segments of the encoder vary in length, so that the ingest does not see one in every slot.
    fixed = {slot for outage in game.outages for slot in (outage.start - 1, outage.end)}
    for start in range(first + 1, ends_at - 1, 40):
        if not {start, start + 1} & fixed and start + 1 != ends_at - 1:
            game.on_air -= {start, start + 1}


def _add_viewer(game: Game, account_id: AccountId, rng: random.Random, *, is_patient: bool) -> None:
    """Add a viewer who comes, may pause, may have a slow line, and leaves."""
    window = range(game.planned.start, max(game.on_air) + 1)
    joins, leaves = _choose_visit(game, window, rng, is_patient=is_patient)
    breaks = _choose_breaks(game, joins, leaves, rng)
    truth, has_fetched, skipped = _Truth(), False, 0
    has_gap = rng.random() < 0.9
    for slot in range(joins, leaves):
        what = next((what for what, stretch in breaks if slot in stretch), "watch")
        outage = game.find_outage(slot)
        if what == "away":
            continue
        if what == "pause":
            _add_request(game, account_id, RequestKind.POLLED, slot)
        elif outage is not None:
            truth.lose(outage.side)
            if outage.side is OutageSide.VENUE and (slot - joins) % 4 == 0:
                _add_request(
                    game, account_id, RequestKind.POLLED if has_fetched else RequestKind.ATTEMPTED, slot
                )
        elif what == "slow":
            truth.viewer += 1
            _add_request(game, account_id, RequestKind.POLLED, slot)
        elif any(slot in stretch for stretch in game.failures):
            truth.delivery += 1
            _add_request(game, account_id, RequestKind.FAILED, slot)
        elif has_gap and any(slot in stretch for stretch in game.shared):
            truth.delivery += 1
            truth.unconfirmed += not game.is_confirmed
            _add_request(game, account_id, RequestKind.POLLED, slot)
        else:
            truth.played += 1
            is_fixed = slot in (joins, leaves - 1) or not _is_calm(game, slot, breaks)
            skipped = 0 if is_fixed or skipped >= 2 or rng.random() < 0.7 else skipped + 1
            if not skipped:
                _add_request(game, account_id, RequestKind.FETCHED, slot)
                has_fetched = True
    _add_departure(game, leaves, window, truth)
    if not has_fetched:
        left_in = game.find_outage(leaves - 1)
        lost = truth.venue + truth.delivery
        lasts_to_end = left_in is not None and left_in.end >= window.stop
        truth.was_shut_out = lost > 0 and (lost >= 50 or lasts_to_end)
    if truth.to_viewing().wanted_seconds:
        game.truth[account_id] = truth.to_viewing()


def _choose_visit(game: Game, window: range, rng: random.Random, *, is_patient: bool) -> tuple[int, int]:
    """Return when a viewer comes and leaves. Some come and leave during an outage of the venue."""
    joins, leaves = window.start + rng.randrange(40), window.stop - rng.randrange(40)
    outage = rng.choice(game.outages) if game.outages else None
    if outage is not None and outage.side is OutageSide.VENUE and not is_patient:
        middle = rng.randrange(outage.start, outage.end)
        choice = rng.random()
        if choice < 0.2:
            leaves = middle + 1
        elif choice < 0.4:
            joins = middle
    joins = _leave_trouble(game, joins, forward=True)
    leaves = _leave_trouble(game, leaves, forward=False)
    # A viewer in an outage makes a request in their last slot.
    last_outage = game.find_outage(leaves - 1)
    if last_outage is not None and leaves - 1 >= joins:
        leaves = leaves - (leaves - 1 - joins) % 4
    return joins, max(leaves, joins + 1)


def _leave_trouble(game: Game, slot: int, *, forward: bool) -> int:
    """Return the next slot that is not in a failure or an outage of the server, nor at the edge of one."""
    for stretch in (
        *game.failures,
        *game.shared,
        *(range(o.start, o.end) for o in game.outages if o.side is OutageSide.DELIVERY),
    ):
        if stretch.start - 5 <= slot <= stretch.stop + 5:
            return stretch.stop + 6 if forward else stretch.start - 6
    for outage in game.outages:
        if outage.side is OutageSide.DELIVERY:
            continue
        if outage.start - 6 <= slot < outage.start:
            return outage.start if forward else outage.start - 6
        if outage.end <= slot <= outage.end + 6:
            return outage.end + 6 if forward else outage.end
    return slot


def _choose_breaks(game: Game, joins: int, leaves: int, rng: random.Random) -> Sequence[tuple[str, range]]:
    """Return pauses with and without requests, and times of a slow line."""
    breaks: list[tuple[str, range]] = []
    for what, shortest, longest in (("pause", 20, 80), ("away", 12, 80), ("slow", 4, 19)):
        if rng.random() < 0.5 or leaves - joins < 200:
            continue
        start = rng.randrange(joins + 10, leaves - 100)
        stretch = range(start, start + rng.randrange(shortest, longest))
        is_apart = all(
            stretch.stop + MARGIN <= other.start or other.stop + MARGIN <= stretch.start
            for _, other in breaks
        )
        if game.is_free(stretch) and is_apart:
            breaks.append((what, stretch))
    return breaks


def _is_calm(game: Game, slot: int, breaks: Sequence[tuple[str, range]]) -> bool:
    """Return whether nothing happens near a slot."""
    stretches = [stretch for _, stretch in breaks]
    stretches += [range(outage.start, outage.end) for outage in game.outages]
    stretches += [*game.failures, *game.shared]
    return not any(stretch.start - 4 <= slot < stretch.stop + 4 for stretch in stretches)


def _add_departure(game: Game, leaves: int, window: range, truth: _Truth) -> None:
    """Count the rest of the outage in which a viewer left."""
    outage = game.find_outage(leaves - 1)
    if outage is not None:
        for _ in range(leaves, min(outage.end, leaves + LEAVE_LIMIT_SLOTS, window.stop)):
            truth.lose(outage.side)


def _add_liars(game: Game, account_ids: Iterator[AccountId], rng: random.Random) -> None:
    """Add people who want money for nothing."""
    first, last = game.planned.start, max(game.on_air)
    inventor, throttler, opener, _absent = (next(account_ids) for _ in range(4))
    fetched = [slot for slot in range(first, last + 1) if game.find_outage(slot) is None]
    # Plays everything, and reports stalls of the delivery.
    plain = _Truth()
    for slot in range(first, last + 1):
        outage = game.find_outage(slot)
        kind = RequestKind.FETCHED if outage is None else RequestKind.POLLED
        _add_request(game, inventor, kind, slot)
        if outage is None:
            plain.played += 1
        else:
            plain.lose(outage.side)
    game.truth[inventor] = plain.to_viewing()
    # Stops fetching for a minute while others play, from one browser that reports as many.
    honest = replace(plain)
    held = _choose_hold(game, fetched, rng)
    for slot in range(first, last + 1):
        if slot in held:
            _add_request(game, throttler, RequestKind.POLLED, slot)
        else:
            kind = RequestKind.POLLED if game.find_outage(slot) else RequestKind.FETCHED
            _add_request(game, throttler, kind, slot)
    honest.played -= len(held)
    honest.viewer += len(held)
    game.truth[throttler] = honest.to_viewing()
    # Opens the page once a minute, and plays nothing.
    for slot in range(first, last + 1, 10):
        _add_request(game, opener, RequestKind.ATTEMPTED, slot)
    for slot in range(first, last, 7):
        for session in ("invented-1", "invented-2", "invented-1"):
            game.reports.append(StallReport(session, slot * SLOT_SECONDS, 6))


def _choose_hold(game: Game, fetched: Sequence[int], rng: random.Random) -> range:
    for _ in range(50):
        start = rng.choice(fetched[10:-30])
        held = range(start, start + rng.randrange(4, 15))
        if game.is_free(held):
            return held
    return range(0)


def _add_honest_reports(game: Game, viewer_count: int, rng: random.Random) -> None:
    """Let browsers report the gaps that many viewers share, some of them late."""
    for stretch in game.shared:
        for number in range(viewer_count):
            at = stretch.stop * SLOT_SECONDS + rng.randrange(5)
            game.reports.append(StallReport(f"browser-{number}", at, len(stretch) * SLOT_SECONDS + 5))


def _add_request(game: Game, account_id: AccountId, kind: RequestKind, slot: int) -> None:
    game.requests.append(SeenRequest(account_id, kind, slot))
