"""Profile and access over HTTP (api.md, "Viewer"), on both databases."""

from collections.abc import Callable
from typing import Any

import pytest
from werkzeug.test import TestResponse

from touchline.channel.facade import ChannelDetails
from touchline.conftest import PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application

NEW_PASSWORD = "another puck in the net"
NEW_PASSWORD_FIELDS = {"password": NEW_PASSWORD, "password_confirmation": NEW_PASSWORD}
Visit = Callable[[ChannelDetails], Visitor]


@pytest.fixture
def ada(visitor: Visitor) -> Visitor:
    """Return Ada, logged in."""
    return visitor.register()


def update_profile(viewer: Visitor, **changes: Any) -> TestResponse:
    """Post the profile form as the web app does."""
    return viewer.post("/profile", _method="patch", **changes)


def test_an_anonymous_visitor_has_no_profile(visitor: Visitor) -> None:
    for response in (visitor.get("/profile"), update_profile(visitor), visitor.get("/user/access")):
        assert response.status_code == 401
        assert response.json is not None
        assert response.json["message"] == "user must be logged in"


def test_only_sent_fields_are_changed(ada: Visitor) -> None:
    response = update_profile(ada, first_name=" Augusta ", phone="555 010 2030", language="fr")
    assert response.status_code == 200
    assert response.json is not None
    user = ada.data("/profile")
    assert response.json["data"] == user
    assert (user["first_name"], user["last_name"]) == ("Augusta", "Moreau")
    assert (user["phone"], user["language"]) == ("5550102030", "fr")
    assert ada.get("/profile").headers["Cache-Control"] == "private, no-store"


def test_the_patch_method_is_supported(ada: Visitor) -> None:
    body = {"api_key": ada.api_key, "last_name": "Lovelace"}
    assert ada.browser.patch("/api/profile", json=body).status_code == 200
    assert ada.data("/profile")["last_name"] == "Lovelace"


def test_invalid_fields_are_reported_and_nothing_changes(ada: Visitor) -> None:
    response = update_profile(
        ada, first_name="", last_name="Other", phone="12", language="xx", password="short"
    )
    assert response.status_code == 422
    assert response.json is not None
    assert set(response.json["errors"]) == {
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
    response = update_profile(ada, phone="555-010-2030")
    assert response.status_code == 422
    assert response.json is not None
    assert response.json["errors"] == {"phone": ["The phone number you have entered is already registered"]}


def test_a_new_password_requires_the_current_one(ada: Visitor) -> None:
    response = update_profile(ada, **NEW_PASSWORD_FIELDS, current_password="wrong password")
    assert response.status_code == 400
    assert response.json is not None
    assert response.json["message"] == "Incorrect password"
    assert update_profile(ada, **NEW_PASSWORD_FIELDS).status_code == 422


def test_a_new_password_ends_other_sessions_and_sends_an_email(
    ada: Visitor, visit: Visit, application: Application
) -> None:
    other_browser = visit(ada.channel).log_in()
    assert update_profile(ada, **NEW_PASSWORD_FIELDS, current_password=PASSWORD).status_code == 200
    assert other_browser.get("/profile").status_code == 403
    assert ada.get("/profile").status_code == 200
    assert visit(ada.channel).log_in(password=NEW_PASSWORD)
    old_password_response = visit(ada.channel).post(
        "/v2/auth/login", login="ada@example.org", password=PASSWORD
    )
    assert old_password_response.status_code == 400
    assert "password" in application.adapters.stored_emails().list_all()[0].subject.lower()


def test_a_temporary_password_can_be_replaced_without_repeating_it(
    ada: Visitor, application: Application
) -> None:
    accounts, hasher = (
        application.container.channel.accounts(),
        application.container.channel.password_hasher(),
    )
    with application.container.database().transaction(ada.channel.id):
        account = accounts.get_by_email("ada@example.org")
        account.change_password(hasher.hash("given by the operator"), temporary=True)
        accounts.save(account)
    assert ada.data("/profile")["temporary_password"] is True
    assert update_profile(ada, **NEW_PASSWORD_FIELDS).status_code == 200
    assert ada.data("/profile")["temporary_password"] is False


def test_a_viewer_without_passes_has_no_capabilities(ada: Visitor) -> None:
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
