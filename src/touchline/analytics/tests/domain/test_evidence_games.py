"""The measurement of generated games equals the truth."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

import pytest

from touchline.analytics.domain.evidence.event_evidence import MeasuredEvent, measure_event
from touchline.analytics.domain.evidence.outages import Broadcast
from touchline.analytics.domain.evidence.shared_gaps import count_reports
from touchline.analytics.domain.evidence.viewer_requests import RequestKind, ViewerRequests
from touchline.analytics.tests.evidence_games import Game, SeenRequest, generate_game, repeat_and_shuffle
from touchline.shared.ids import AccountId

SEASON = range(200)


def collect(requests: Iterable[SeenRequest]) -> dict[AccountId, ViewerRequests]:
    """Return the requests of each account."""
    slots: defaultdict[AccountId, defaultdict[RequestKind, set[int]]] = defaultdict(lambda: defaultdict(set))
    for request in requests:
        slots[request.account_id][request.kind].add(request.slot)
    return {
        account_id: ViewerRequests(**{kind.value: frozenset(found) for kind, found in kinds.items()})
        for account_id, kinds in slots.items()
    }


def measure(game: Game) -> MeasuredEvent[AccountId]:
    """Return the evidence of a game, some time after its end."""
    return measure_event(
        Broadcast(game.planned, game.on_air, game.supervised),
        collect(game.requests),
        count_reports(game.reports),
        game.planned.stop + 1000,
    )


@pytest.mark.parametrize("seed", SEASON)
def test_a_game_is_measured_as_it_was(seed: int) -> None:
    game = generate_game(seed)
    measured = measure(game)
    assert measured.outages == game.outages
    assert measured.viewers == game.truth


@pytest.mark.parametrize("seed", SEASON[:30])
def test_late_repeated_and_reordered_records_change_nothing(seed: int) -> None:
    game = generate_game(seed)
    assert measure(repeat_and_shuffle(game, seed)) == measure(game)


def test_a_season_has_everything_that_may_happen() -> None:
    found: Counter[str] = Counter()
    for seed in SEASON:
        game = generate_game(seed)
        found.update(
            {
                "venue": sum(viewing.venue_seconds > 0 for viewing in game.truth.values()),
                "delivery": sum(viewing.delivery_seconds > 0 for viewing in game.truth.values()),
                "viewer": sum(viewing.viewer_seconds > 0 for viewing in game.truth.values()),
                "shut out": sum(viewing.was_shut_out for viewing in game.truth.values()),
                "failures": len(game.failures),
                "shared gaps": len(game.shared),
            }
        )
    assert min(found.values()) >= 15, found
