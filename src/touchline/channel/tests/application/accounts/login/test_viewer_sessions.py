"""A viewer's sessions, and ending them."""

from datetime import timedelta

import pytest

from touchline.channel.domain.site.keys import VIEWER_IDLE_TIMEOUT
from touchline.channel.tests.account_harness import AccountHarness
from touchline.shared.errors import NotAuthenticatedError, NotFoundError


@pytest.fixture
def harness() -> AccountHarness:
    return AccountHarness()


def test_the_list_marks_the_current_device_and_is_sorted_by_last_use(harness: AccountHarness) -> None:
    first = harness.ada()
    harness.clock.advance(timedelta(hours=1))
    second = harness.log_in_again(user_agent="A telephone")
    harness.ada(email="other@example.org", phone="")
    assert harness.viewer_sessions.list_all(first) == [
        {
            "id": second.session_id,
            "name": "A telephone",
            "platform": "desktop",
            "country": "US",
            "last_seen_at": harness.clock.now(),
            "current": False,
        },
        {
            "id": first.session_id,
            "name": "Firefox",
            "platform": "desktop",
            "country": "US",
            "last_seen_at": harness.clock.now() - timedelta(hours=1),
            "current": True,
        },
    ]


def test_idle_sessions_are_not_listed(harness: AccountHarness) -> None:
    harness.ada()
    harness.clock.advance(VIEWER_IDLE_TIMEOUT)
    later_session = harness.log_in_again()
    assert [row["id"] for row in harness.viewer_sessions.list_all(later_session)] == [
        later_session.session_id
    ]


def test_one_device_is_logged_out(harness: AccountHarness) -> None:
    first = harness.ada()
    second = harness.log_in_again()
    harness.viewer_sessions.end(first, second.session_id)
    assert [row["id"] for row in harness.viewer_sessions.list_all(first)] == [first.session_id]
    with pytest.raises(NotFoundError):
        harness.viewer_sessions.end(first, second.session_id)


def test_sessions_of_others_are_not_found(harness: AccountHarness) -> None:
    ada, other_viewer = harness.ada(), harness.ada(email="other@example.org", phone="")
    for session_id in (other_viewer.session_id, harness.visitor().session_id, 10**20):
        with pytest.raises(NotFoundError):
            harness.viewer_sessions.end(ada, session_id)
    assert len(harness.viewer_sessions.list_all(other_viewer)) == 1


def test_all_other_devices_are_logged_out(harness: AccountHarness) -> None:
    first, other_viewer = harness.ada(), harness.ada(email="other@example.org", phone="")
    harness.log_in_again()
    harness.log_in_again()
    harness.viewer_sessions.end_others(first)
    assert [row["current"] for row in harness.viewer_sessions.list_all(first)] == [True]
    assert len(harness.viewer_sessions.list_all(other_viewer)) == 1


def test_logout_ends_the_current_session(harness: AccountHarness) -> None:
    first, second = harness.ada(), harness.log_in_again()
    harness.viewer_sessions.log_out(first)
    assert [row["id"] for row in harness.viewer_sessions.list_all(second)] == [second.session_id]


def test_a_visitor_has_no_devices(harness: AccountHarness) -> None:
    with pytest.raises(NotAuthenticatedError):
        harness.viewer_sessions.list_all(harness.visitor())
