"""Profile and access over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelFacts
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House

CHOSEN = "another puck in the net"
NEW = {"password": CHOSEN, "password_confirmation": CHOSEN}
Visit = Callable[[ChannelFacts], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Ada, logged in."""
    return visitor.register()


def change(viewer: Visitor, **changes: Any) -> TestResponse:
    """Post the form as the web app does."""
    return viewer.post("/profile", _method="patch", **changes)


def test_nobody_has_no_profile(visitor: Visitor) -> None:
    for answer in (visitor.get("/profile"), change(visitor), visitor.get("/user/access")):
        assert answer.status_code == 401
        assert answer.json is not None
        assert answer.json["message"] == "user must be logged in"


def test_what_is_sent_changes_and_the_rest_stays(ada: Visitor) -> None:
    answer = change(ada, first_name=" Augusta ", phone="555 010 2030", language="fr")
    assert answer.status_code == 200
    assert answer.json is not None
    user = ada.data("/profile")
    assert answer.json["data"] == user
    assert (user["first_name"], user["last_name"]) == ("Augusta", "Moreau")
    assert (user["phone"], user["language"]) == ("5550102030", "fr")
    assert ada.get("/profile").headers["Cache-Control"] == "private, no-store"


def test_patch_itself_is_understood_as_well(ada: Visitor) -> None:
    body = {"api_key": ada.api_key, "last_name": "Lovelace"}
    assert ada.browser.patch("/api/profile", json=body).status_code == 200
    assert ada.data("/profile")["last_name"] == "Lovelace"


def test_wrong_fields_are_named_and_nothing_changes(ada: Visitor) -> None:
    answer = change(ada, first_name="", last_name="Other", phone="12", language="xx", password="short")
    assert answer.status_code == 422
    assert answer.json is not None
    assert set(answer.json["errors"]) == {
        "first_name",
        "phone",
        "language",
        "password",
        "password_confirmation",
        "current_password",
    }
    assert ada.data("/profile")["last_name"] == "Moreau"


def test_the_number_of_another_viewer_is_taken(ada: Visitor, visit: Visit) -> None:
    visit(ada.channel).register(email="other@example.org", phone="5550102030")
    answer = change(ada, phone="555-010-2030")
    assert answer.status_code == 422
    assert answer.json is not None
    assert answer.json["errors"] == {"phone": ["The phone number you have entered is already registered"]}


def test_a_new_password_needs_the_present_one(ada: Visitor) -> None:
    answer = change(ada, **NEW, current_password="wrong password")
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["message"] == "Incorrect password"
    assert change(ada, **NEW).status_code == 422


def test_a_new_password_ends_every_other_session_and_a_letter_tells_of_it(
    ada: Visitor, visit: Visit, house: House
) -> None:
    other = visit(ada.channel).log_in()
    assert change(ada, **NEW, current_password=PASSWORD).status_code == 200
    assert other.get("/profile").status_code == 403
    assert ada.get("/profile").status_code == 200
    assert visit(ada.channel).log_in(password=CHOSEN)
    old = visit(ada.channel).post("/v2/auth/login", login="ada@example.org", password=PASSWORD)
    assert old.status_code == 400
    assert "password" in house.adapters.kept_letters().letters()[0].subject.lower()


def test_a_temporary_password_is_replaced_without_being_said_again(ada: Visitor, house: House) -> None:
    accounts, passwords = house.container.channel.kept_accounts(), house.container.channel.passwords()
    with house.container.database().transaction(ada.channel.id):
        account = accounts.by_email("ada@example.org")
        account.change_password(passwords.hash("given by the operator"), temporary=True)
        accounts.save(account)
    assert ada.data("/profile")["temporary_password"] is True
    assert change(ada, **NEW).status_code == 200
    assert ada.data("/profile")["temporary_password"] is False


def test_who_holds_nothing_may_do_nothing_more(ada: Visitor) -> None:
    assert ada.data("/user/access") == {
        "capabilities": dict.fromkeys(
            ("watch", "download", "clipping", "download_clip", "no_ads", "vod_media"), False
        ),
        "passes": [
            {
                "kind": kind,
                "event_id": None,
                "category_ids": [],
                "participant_id": None,
                "capabilities": [],
                "feature_count": {"clips": None, "downloads": None},
            }
            for kind in ("free", "register")
        ],
        "trial_period_used": False,
        "feature_count": {"clips": 0, "downloads": 0},
        "allowances": {
            feature: {"allowed": False, "most": None, "used": 0} for feature in ("clips", "downloads")
        },
    }
