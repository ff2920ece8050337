"""What a viewer wanted, and what did not play."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.evidence.measure_viewing import measure_viewing
from touchline.analytics.domain.evidence.outages import OutageSide, OutageSlots
from touchline.analytics.domain.evidence.viewer_requests import ViewerRequests

WINDOW = range(0, 600)
VENUE, DELIVERY = OutageSide.VENUE, OutageSide.DELIVERY
OUTAGE = [OutageSlots(200, 300, VENUE)]
LATE_OUTAGE = [OutageSlots(200, 600, VENUE)]
SERVER_DOWN = [OutageSlots(200, 350, DELIVERY)]


def slots(*ranges: tuple[int, int]) -> frozenset[int]:
    """Return the slots of ranges."""
    return frozenset(slot for first, end in ranges for slot in range(first, end))


PLAYED = slots((0, 200), (300, 600))
CASES = {
    "everything played": (ViewerRequests(fetched=slots((0, 600))), [], (600, 0, 0, 0)),
    "no request wants nothing": (ViewerRequests(), OUTAGE, (0, 0, 0, 0)),
    "came late and left early": (ViewerRequests(fetched=slots((100, 150))), OUTAGE, (50, 0, 0, 0)),
    "stayed through an outage": (
        ViewerRequests(fetched=PLAYED, polled=slots((0, 600))),
        OUTAGE,
        (600, 100, 0, 0),
    ),
    "rewound during an outage": (ViewerRequests(fetched=slots((0, 600))), OUTAGE, (600, 0, 0, 0)),
    "left for good during an outage, which counts for ten minutes": (
        ViewerRequests(fetched=slots((0, 200)), polled=slots((200, 210))),
        LATE_OUTAGE,
        (310, 110, 0, 0),
    ),
    "left during an outage, which counts until it ends": (
        ViewerRequests(fetched=slots((0, 200)), polled=slots((200, 210))),
        OUTAGE,
        (300, 100, 0, 0),
    ),
    "returned during an outage": (
        ViewerRequests(fetched=slots((0, 200)), polled=slots((200, 210)), attempted=slots((500, 600))),
        LATE_OUTAGE,
        (410, 210, 0, 0),
    ),
    "left before an outage": (ViewerRequests(fetched=slots((0, 190))), OUTAGE, (190, 0, 0, 0)),
    "the server was down, and the viewer returned": (
        ViewerRequests(fetched=slots((0, 199), (355, 600))),
        SERVER_DOWN,
        (595, 0, 150, 0),
    ),
    "the server was down, and the viewer was gone for good": (
        ViewerRequests(fetched=slots((0, 200))),
        SERVER_DOWN,
        (300, 0, 100, 0),
    ),
    "a short gap plays from the buffer": (
        ViewerRequests(fetched=slots((0, 100), (103, 600)), polled=slots((0, 600))),
        [],
        (600, 0, 0, 0),
    ),
    "a longer gap is the viewer's own": (
        ViewerRequests(fetched=slots((0, 100), (104, 600)), polled=slots((0, 600))),
        [],
        (600, 0, 0, 4),
    ),
    "a pause is not wanted": (
        ViewerRequests(fetched=slots((0, 100), (120, 600)), polled=slots((0, 600))),
        [],
        (580, 0, 0, 0),
    ),
    "a pause without requests is not wanted": (
        ViewerRequests(fetched=slots((0, 100), (111, 600))),
        [],
        (589, 0, 0, 0),
    ),
    "paused before an outage, and until after it": (
        ViewerRequests(fetched=slots((0, 170), (310, 600)), polled=slots((0, 600))),
        OUTAGE,
        (460, 0, 0, 0),
    ),
    "the server failed": (
        ViewerRequests(fetched=slots((0, 100), (120, 600)), failed=frozenset({100, 101, 110, 119})),
        [],
        (600, 0, 20, 0),
    ),
    "one failure, and then no request for long": (
        ViewerRequests(fetched=slots((0, 100), (115, 600)), failed=frozenset({100}), polled=slots((0, 600))),
        [],
        (600, 0, 1, 14),
    ),
    "a failure that the buffer covers": (
        ViewerRequests(fetched=slots((0, 100), (102, 600)), failed=frozenset({100, 101})),
        [],
        (600, 0, 0, 0),
    ),
    "checks of a proxy stand for segments": (
        ViewerRequests(checked=frozenset(range(0, 600, 4))),
        OUTAGE,
        (600, 100, 0, 0),
    ),
    "a page that was opened while there was video counts for nothing": (
        ViewerRequests(attempted=frozenset({50, 220, 250})),
        OUTAGE,
        (0, 0, 0, 0),
    ),
    "what is outside of the game does not count": (
        ViewerRequests(fetched=slots((-50, 700))),
        [],
        (600, 0, 0, 0),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_viewing_is_measured(case: str) -> None:
    requests, outages, expected = CASES[case]
    viewing = measure_viewing(requests, WINDOW, outages)
    found = (
        viewing.wanted_seconds,
        viewing.venue_seconds,
        viewing.delivery_seconds,
        viewing.viewer_seconds,
    )
    assert found == tuple(6 * slots for slots in expected)
    assert not viewing.was_shut_out


@pytest.mark.parametrize(
    ("requests", "outages", "is_shut_out"),
    [
        (ViewerRequests(attempted=slots((0, 50))), [OutageSlots(0, 50, VENUE)], True),
        (ViewerRequests(attempted=slots((0, 49))), [OutageSlots(0, 49, VENUE)], False),
        (ViewerRequests(attempted=slots((590, 600))), LATE_OUTAGE, True),
        (ViewerRequests(fetched=slots((0, 200)), polled=slots((200, 600))), LATE_OUTAGE, False),
        (ViewerRequests(checked=frozenset(range(200, 600, 4))), LATE_OUTAGE, True),
        (ViewerRequests(attempted=slots((0, 100))), [], False),
    ],
)
def test_a_viewer_without_any_video_was_shut_out(
    requests: ViewerRequests, outages: list[OutageSlots], is_shut_out: bool
) -> None:
    assert measure_viewing(requests, WINDOW, outages).was_shut_out is is_shut_out


def test_a_shared_gap_is_at_the_side_of_the_delivery() -> None:
    requests = ViewerRequests(fetched=slots((0, 100), (110, 600)), polled=slots((0, 600)))
    viewing = measure_viewing(requests, WINDOW, [], slots((100, 110)))
    assert (viewing.delivery_seconds, viewing.viewer_seconds) == (60, 0)


def test_fetching_late_while_others_have_a_gap_elsewhere_gains_nothing() -> None:
    requests = ViewerRequests(fetched=slots((0, 100), (110, 600)), polled=slots((0, 600)))
    viewing = measure_viewing(requests, WINDOW, [], slots((300, 310)))
    assert (viewing.delivery_seconds, viewing.viewer_seconds) == (0, 60)
