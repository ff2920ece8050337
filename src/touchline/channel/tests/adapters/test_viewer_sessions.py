"""A viewer's devices over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock

TELEPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1"
)
Visit = Callable[[ChannelFacts], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Ada, logged in."""
    return visitor.register()


@pytest.fixture
def on_the_telephone(ada: Visitor, visit: Visit, clock: FixedClock) -> Visitor:
    """Ada on another device, an hour later."""
    clock.advance(timedelta(hours=1))
    browser = visit(ada.channel)
    browser.browser.environ_base["HTTP_USER_AGENT"] = TELEPHONE
    return browser.log_in()


def test_the_list_tells_devices_apart_and_which_one_asks(ada: Visitor, on_the_telephone: Visitor) -> None:
    answer = on_the_telephone.get("/auth/sessions").json
    assert answer is not None
    assert answer["meta"] == {"total": 2, "limit": 100, "offset": 0}
    telephone, first = answer["data"]
    assert telephone.pop("id") != first.pop("id")
    assert telephone == {
        "name": "Mobile Safari on iPhone",
        "platform": "mobile",
        "country": "US",
        "last_seen_at": "2026-11-21T19:00:00Z",
        "current": True,
    }
    assert (first["current"], first["last_seen_at"]) == (False, "2026-11-21T18:00:00Z")


def test_one_device_is_logged_out(ada: Visitor, on_the_telephone: Visitor) -> None:
    telephone = ada.data("/auth/sessions")[0]
    assert ada.delete(f"/auth/sessions/{telephone['id']}").status_code == 204
    assert on_the_telephone.get("/profile").status_code == 403
    assert ada.delete(f"/auth/sessions/{telephone['id']}").status_code == 404


def test_this_device_is_logged_out_like_any_other(ada: Visitor) -> None:
    mine = ada.data("/auth/sessions")[0]
    assert mine["current"]
    assert ada.delete(f"/auth/sessions/{mine['id']}").status_code == 204
    assert ada.get("/profile").status_code == 403


def test_all_other_devices_are_logged_out(ada: Visitor, on_the_telephone: Visitor) -> None:
    assert ada.delete("/auth/sessions").status_code == 204
    assert on_the_telephone.get("/profile").status_code == 403
    assert [row["current"] for row in ada.data("/auth/sessions")] == [True]


def test_devices_of_others_are_not_there_in_this_channel_and_in_another(
    ada: Visitor, visit: Visit, stranger: Visitor
) -> None:
    number = ada.data("/auth/sessions")[0]["id"]
    for other in (visit(ada.channel).register(email="other@example.org"), stranger.register()):
        assert other.delete(f"/auth/sessions/{number}").status_code == 404
        assert other.delete(f"/auth/sessions/{10**20}").status_code == 404
        assert other.delete("/auth/sessions").status_code == 204
    assert ada.get("/profile").status_code == 200


def test_nobody_has_no_devices(visitor: Visitor) -> None:
    assert visitor.get("/auth/sessions").status_code == 401
    assert visitor.delete("/auth/sessions").status_code == 401
    assert visitor.delete("/auth/sessions/1").status_code == 401


@pytest.mark.usefixtures("on_the_telephone")
def test_a_device_that_was_not_seen_before_is_told_by_letter(ada: Visitor, house: House) -> None:
    newest = house.adapters.kept_letters().letters()[0]
    assert newest.to == NEWCOMER["email"]
    assert "Mobile Safari on iPhone" in newest.text
    assert PASSWORD not in newest.text
