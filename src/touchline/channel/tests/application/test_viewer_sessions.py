"""Where a viewer is logged in, and leaving there."""

from datetime import timedelta

import pytest

from touchline.channel.domain.keys import VIEWER_REST
from touchline.channel.tests.hall import Hall
from touchline.shared.errors import NotFound, NotLoggedIn


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_the_list_says_which_device_asks_and_begins_with_the_last_used(hall: Hall) -> None:
    first = hall.ada()
    hall.clock.advance(timedelta(hours=1))
    second = hall.ada_again(user_agent="A telephone")
    hall.ada(email="other@example.org", phone="")
    assert hall.devices.list(first) == [
        {
            "id": second.session_id,
            "name": "A telephone",
            "platform": "desktop",
            "country": "US",
            "last_seen_at": hall.clock.now(),
            "current": False,
        },
        {
            "id": first.session_id,
            "name": "Firefox",
            "platform": "desktop",
            "country": "US",
            "last_seen_at": hall.clock.now() - timedelta(hours=1),
            "current": True,
        },
    ]


def test_sessions_that_rested_too_long_are_not_listed(hall: Hall) -> None:
    hall.ada()
    hall.clock.advance(VIEWER_REST)
    late = hall.ada_again()
    assert [row["id"] for row in hall.devices.list(late)] == [late.session_id]


def test_one_device_is_logged_out(hall: Hall) -> None:
    first = hall.ada()
    second = hall.ada_again()
    hall.devices.end(first, second.session_id)
    assert [row["id"] for row in hall.devices.list(first)] == [first.session_id]
    with pytest.raises(NotFound):
        hall.devices.end(first, second.session_id)


def test_the_session_of_another_viewer_and_a_visitors_are_not_there(hall: Hall) -> None:
    ada, other = hall.ada(), hall.ada(email="other@example.org", phone="")
    for session_id in (other.session_id, hall.visitor().session_id, 10**20):
        with pytest.raises(NotFound):
            hall.devices.end(ada, session_id)
    assert len(hall.devices.list(other)) == 1


def test_every_other_device_is_logged_out_at_once(hall: Hall) -> None:
    first, other = hall.ada(), hall.ada(email="other@example.org", phone="")
    hall.ada_again()
    hall.ada_again()
    hall.devices.end_others(first)
    assert [row["current"] for row in hall.devices.list(first)] == [True]
    assert len(hall.devices.list(other)) == 1


def test_log_out_ends_the_session_that_asks(hall: Hall) -> None:
    first, second = hall.ada(), hall.ada_again()
    hall.devices.log_out(first)
    assert [row["id"] for row in hall.devices.list(second)] == [second.session_id]


def test_a_visitor_has_no_devices(hall: Hall) -> None:
    with pytest.raises(NotLoggedIn):
        hall.devices.list(hall.visitor())
