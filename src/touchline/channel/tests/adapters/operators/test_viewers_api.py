"""The viewers of a channel over HTTP, for operators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from werkzeug.test import TestResponse

from touchline.channel.application.operators.viewer_admin import (
    CONFIRMATION_DIFFERS,
    OWN_ACCOUNT,
    OWNER_PROTECTED,
)
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.email.mailer import Email
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application

OWNER, SUPPORT, VIEWER = "owner@example.org", "support@example.org", NEW_VIEWER["email"]
ACTIONS = ("log-out", "suspend", "unsuspend", "remove-second-factor", "send-reset-link")


@pytest.fixture
def join(
    application: Application, visit: Callable[[ChannelDetails], Visitor], channel: ChannelDetails
) -> Callable[..., Visitor]:
    """Return `join(email, role)`, which registers a viewer, with a role in the team if there is one."""

    def join(email: str, role: Role | None = None, **details: Any) -> Visitor:
        person = visit(channel).register(email=email, phone="", **details)
        container: Any = application.container
        if role:
            with container.database().transaction(channel.id):
                container.channel.operator_admin().add(email, role, unverified=True)
        return person

    return join


@pytest.fixture
def support(join: Callable[..., Visitor]) -> Visitor:
    """Return an operator with the role `support`."""
    return join(SUPPORT, Role.SUPPORT, first_name="Sam", last_name="Support")


@pytest.fixture
def viewer(join: Callable[..., Visitor]) -> Visitor:
    """Return a viewer without a role."""
    return join(VIEWER)


def id_of(visitor: Visitor) -> int:
    """Return the account id of a logged-in viewer."""
    account_id: int = visitor.data("/profile")["id"]
    return account_id


def code_of(response: TestResponse) -> tuple[int, str]:
    """Return the status and the code of a refusal."""
    document: Any = response.json
    return response.status_code, document["code"]


def test_viewers_are_listed_newest_first_and_found_by_name_or_email(
    support: Visitor, viewer: Visitor
) -> None:
    newest, oldest = support.data("/studio/viewers")
    assert (newest["email"], newest["role"], newest["two_factor"]) == (VIEWER, None, False)
    assert (oldest["name"], oldest["role"]) == ("Sam Support", "support")
    for search, found in (
        ("SÁM", [SUPPORT]),
        ("ada moreau", [VIEWER]),
        (VIEWER.upper(), [VIEWER]),
        ("nobody", []),
    ):
        listed = support.get("/studio/viewers", search=search, limit=1).json
        assert [row["email"] for row in listed["data"]] == found, search  # type: ignore[index]
        assert listed["meta"]["total"] == len(found)  # type: ignore[index]
    assert support.get("/studio/viewers", limit=1, offset=1).json["meta"]["total"] == 2  # type: ignore[index]


def test_a_viewers_page_has_the_details_of_the_account(support: Visitor, viewer: Visitor) -> None:
    shown = support.data(f"/studio/viewers/{id_of(viewer)}")
    assert (shown["name"], shown["session_count"], shown["has_password"]) == ("Ada Moreau", 1, True)
    assert shown["last_login_at"] == "2026-11-21T18:00:00Z"
    assert shown["verified_at"] is shown["suspended_at"] is None
    assert support.get("/studio/viewers/999999").status_code == 404


def test_a_suspended_viewer_is_logged_out_until_the_suspension_ends(
    support: Visitor, viewer: Visitor, visit: Callable[[ChannelDetails], Visitor]
) -> None:
    path = f"/studio/viewers/{id_of(viewer)}"
    suspended = support.post(f"{path}/suspend", reason="Insults").json
    assert suspended["data"]["suspended_at"] and not suspended["data"]["session_count"]  # type: ignore[index]
    assert viewer.get("/profile").status_code in (401, 403)
    assert support.post(f"{path}/unsuspend").json["data"]["suspended_at"] is None  # type: ignore[index]
    again = visit(support.channel).log_in(VIEWER, PASSWORD)
    assert support.post(f"{path}/log-out").json["data"]["session_count"] == 0  # type: ignore[index]
    assert again.get("/profile").status_code in (401, 403)


def test_a_reset_link_goes_to_the_viewer_alone(
    support: Visitor, viewer: Visitor, emails: Callable[[], Sequence[Email]]
) -> None:
    path = f"/studio/viewers/{id_of(viewer)}/send-reset-link"
    sent = support.post(path)
    email = emails()[0]
    assert (sent.status_code, email.to) == (200, VIEWER)
    assert "/password-reset" in email.text and "password-reset" not in sent.text
    statuses = [support.post(path).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 200, 429]


def test_operators_can_neither_change_themselves_nor_owners(
    support: Visitor, join: Callable[..., Visitor]
) -> None:
    owner, other_owner = join(OWNER, Role.OWNER), join("second@example.org", Role.OWNER)
    for action in (*ACTIONS, "erase"):
        refused = support.post(f"/studio/viewers/{id_of(owner)}/{action}", confirmation=OWNER)
        assert code_of(refused) == (403, OWNER_PROTECTED.code), action
        own = support.post(f"/studio/viewers/{id_of(support)}/{action}", confirmation=SUPPORT)
        assert code_of(own) == (400, OWN_ACCOUNT.code), action
    assert owner.post(f"/studio/viewers/{id_of(other_owner)}/suspend").status_code == 200


def test_a_viewer_is_exported_and_erased_after_confirmation(
    support: Visitor, viewer: Visitor, join: Callable[..., Visitor]
) -> None:
    account_id = id_of(viewer)
    path = f"/studio/viewers/{account_id}"
    exported = support.get(f"{path}/export")
    assert VIEWER in ZipFile(BytesIO(exported.data)).read("account.json").decode()
    refused = support.post(f"{path}/erase", confirmation="other@example.org")
    assert refused.status_code == 422
    assert refused.json["errors"] == {"confirmation": [CONFIRMATION_DIFFERS]}  # type: ignore[index]
    assert support.post(f"{path}/erase", confirmation=VIEWER.upper()).status_code == 204
    assert support.get(path).status_code == support.get(f"{path}/export").status_code == 404
    entries = join(OWNER, Role.OWNER).data("/studio/activity")
    assert [(entry["action"], entry["subject_id"]) for entry in entries] == [
        ("account.erase", str(account_id)),
        ("account.export", str(account_id)),
    ]
    assert entries[0]["after"]["decided_by"].startswith("account:") and VIEWER not in str(entries)


def test_a_viewer_of_another_channel_is_not_found(support: Visitor, other_visitor: Visitor) -> None:
    stranger = id_of(other_visitor.register())
    path = f"/studio/viewers/{stranger}"
    assert support.get(path).status_code == support.get(f"{path}/export").status_code == 404
    for action in (*ACTIONS, "erase"):
        assert support.post(f"{path}/{action}", confirmation=VIEWER).status_code == 404, action
