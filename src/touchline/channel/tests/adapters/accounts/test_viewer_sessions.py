"""A viewer's devices over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

PHONE_AGENT = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
Visit = Callable[[ChannelDetails], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Return Ada, logged in."""
    return visitor.register()


@pytest.fixture
def phone_visitor(ada: Visitor, visit: Visit, clock: FixedClock) -> Visitor:
    """Return Ada, logged in on a phone an hour later."""
    clock.advance(timedelta(hours=1))
    phone = visit(ada.channel)
    phone.browser.environ_base["HTTP_USER_AGENT"] = PHONE_AGENT
    return phone.log_in()


def test_the_list_distinguishes_devices_and_marks_the_current_one(
    ada: Visitor, phone_visitor: Visitor
) -> None:
    response = phone_visitor.get("/auth/sessions").json
    assert response is not None
    assert response["meta"] == {"total": 2, "limit": 100, "offset": 0}
    phone_row, first = response["data"]
    assert phone_row.pop("id") != first.pop("id")
    assert phone_row == {
        "name": "Mobile Safari on iPhone",
        "platform": "mobile",
        "country": "US",
        "last_seen_at": "2026-11-21T19:00:00Z",
        "current": True,
    }
    assert (first["current"], first["last_seen_at"]) == (False, "2026-11-21T18:00:00Z")


def test_one_device_is_logged_out(ada: Visitor, phone_visitor: Visitor) -> None:
    phone_row = ada.data("/auth/sessions")[0]
    assert ada.delete(f"/auth/sessions/{phone_row['id']}").status_code == 204
    assert phone_visitor.get("/profile").status_code == 403
    assert ada.delete(f"/auth/sessions/{phone_row['id']}").status_code == 404


def test_the_current_device_can_be_logged_out(ada: Visitor) -> None:
    own_row = ada.data("/auth/sessions")[0]
    assert own_row["current"]
    assert ada.delete(f"/auth/sessions/{own_row['id']}").status_code == 204
    assert ada.get("/profile").status_code == 403


def test_all_other_devices_are_logged_out(ada: Visitor, phone_visitor: Visitor) -> None:
    assert ada.delete("/auth/sessions").status_code == 204
    assert phone_visitor.get("/profile").status_code == 403
    assert [row["current"] for row in ada.data("/auth/sessions")] == [True]


def test_devices_of_other_viewers_are_not_found(ada: Visitor, visit: Visit, other_visitor: Visitor) -> None:
    session_id = ada.data("/auth/sessions")[0]["id"]
    for other in (visit(ada.channel).register(email="other@example.org"), other_visitor.register()):
        assert other.delete(f"/auth/sessions/{session_id}").status_code == 404
        assert other.delete(f"/auth/sessions/{10**20}").status_code == 404
        assert other.delete("/auth/sessions").status_code == 204
    assert ada.get("/profile").status_code == 200


def test_an_anonymous_visitor_has_no_devices(visitor: Visitor) -> None:
    assert visitor.get("/auth/sessions").status_code == 401
    assert visitor.delete("/auth/sessions").status_code == 401
    assert visitor.delete("/auth/sessions/1").status_code == 401


@pytest.mark.usefixtures("phone_visitor")
def test_a_new_device_is_announced_by_email(ada: Visitor, application: Application) -> None:
    newest = application.adapters.stored_emails().list_all()[0]
    assert newest.to == NEW_VIEWER["email"]
    assert "Mobile Safari on iPhone" in newest.text
    assert PASSWORD not in newest.text
