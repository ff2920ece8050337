"""The team over HTTP: members, roles, and invitations by email."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import TestResponse

from touchline.channel.application.operators.accept_invitation import (
    INVITATION_EXPIRED,
    INVITATION_INVALID,
    INVITATION_OTHER_ADDRESS,
    INVITATION_UNVERIFIED,
)
from touchline.channel.application.operators.team import (
    ALREADY_INVITED,
    ALREADY_OPERATOR,
    LAST_OWNER,
    ROLE_WITHOUT_EVENTS,
)
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.channel.ports.email.mailer import Email
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

Visit = Callable[[ChannelDetails], Visitor]
Emails = Callable[[], Sequence[Email]]
Verify = Callable[[str], None]
OWNER, GUEST = "owner@example.org", "guest@example.org"


def add_operator(application: Application, channel: ChannelDetails, email: str, role: Role) -> None:
    """Make an account an operator, as the command does."""
    container: Any = application.container
    with container.database().transaction(channel.id):
        container.channel.operator_admin().add(email, role, unverified=True)


def patch(visitor: Visitor, path: str, **body: Any) -> TestResponse:
    """Send a PATCH request under /api."""
    return visitor.browser.patch(f"/api{path}", json={"api_key": visitor.api_key, **body})


def refusal(response: TestResponse) -> tuple[int, str]:
    """Return the status and the message of a refusal, of its first field if it names one."""
    document: Any = response.json
    errors: dict[str, list[str]] = document.get("errors") or {}
    return response.status_code, next(iter(errors.values()), [document["message"]])[0]


def token_in(email: Email) -> str:
    """Return the token of the link in an invitation."""
    link: str = re.findall(r"https?://\S+/studio/invitation\S+", email.text)[0]
    token: str = parse_qs(urlsplit(link).query)["token"][0]
    return token


@pytest.fixture
def owner(visitor: Visitor, application: Application) -> Visitor:
    """Return the owner of the channel."""
    owner = visitor.register(email=OWNER, phone="")
    add_operator(application, visitor.channel, OWNER, Role.OWNER)
    return owner


@pytest.fixture
def guest(owner: Visitor, visit: Visit, verify_address: Verify) -> Visitor:
    """Return a viewer with a verified address."""
    guest = visit(owner.channel).register(email=GUEST, first_name="Guest", phone="")
    verify_address(GUEST)
    return guest


@pytest.fixture
def invited(owner: Visitor, emails: Emails) -> Callable[..., str]:
    """Return `invited(email, role)`, which invites an address and returns the token of the email."""

    def invite(email: str = GUEST, role: str = "analyst") -> str:
        emails()
        assert owner.post("/studio/team/invitations", email=email, role=role).status_code == 201
        return token_in(emails()[0])

    return invite


def test_the_team_lists_members_and_pending_invitations(owner: Visitor, invited: Callable[..., str]) -> None:
    invited("Coach@Example.org", "scorekeeper")
    team = owner.data("/studio/team")
    (member,) = team["members"]
    assert (member["email"], member["name"], member["role"], member["two_factor"]) == (
        OWNER,
        "Ada Moreau",
        "owner",
        False,
    )
    (invitation,) = team["invitations"]
    assert (invitation["email"], invitation["role"]) == ("Coach@Example.org", "scorekeeper")
    assert (invitation["sent_at"], invitation["expires_at"]) == (
        "2026-11-21T18:00:00Z",
        "2026-11-28T18:00:00Z",
    )


def test_an_invitation_makes_its_address_a_member_once(
    owner: Visitor, guest: Visitor, invited: Callable[..., str]
) -> None:
    token = invited(GUEST.upper(), "analyst")
    assert guest.get("/reports/now").status_code == 403
    for _ in range(2):
        accepted = guest.post("/studio/invitations/accept", token=token)
        assert (accepted.status_code, accepted.json) == (200, {"data": {"role": "analyst"}})
    assert guest.get("/reports/now").status_code == 200
    team = owner.data("/studio/team")
    assert [member["email"] for member in team["members"]] == [OWNER, GUEST]
    assert team["invitations"] == []
    assert owner.delete(f"/studio/team/{team['members'][1]['account_id']}").status_code == 204
    assert refusal(guest.post("/studio/invitations/accept", token=token)) == (400, INVITATION_INVALID)
    assert guest.get("/reports/now").status_code == 403


def test_invitations_and_changed_roles_are_in_the_activity_with_their_subjects(
    owner: Visitor, guest: Visitor, invited: Callable[..., str]
) -> None:
    token = invited(GUEST, "analyst")
    guest.post("/studio/invitations/accept", token=token)
    member = owner.data("/studio/team")["members"][1]["account_id"]
    changed = owner.post(f"/studio/team/{member}", _method="patch", role="support")
    assert changed.status_code == 200, changed.text
    update, accept, create = owner.data("/studio/activity")
    assert (create["action"], create["subject_kind"]) == ("invitation.create", "invitation")
    assert create["subject_id"] and GUEST not in str(create)
    assert (accept["action"], accept["actor"]) == ("invitation.accept", f"account:{member}")
    assert (update["action"], update["subject_id"]) == ("operator.update", str(member))
    assert (update["before"]["role"], update["after"]["role"]) == ("analyst", "support")


def test_an_invitation_is_refused_without_a_verified_account_of_its_address(
    owner: Visitor, visit: Visit, invited: Callable[..., str], verify_address: Verify
) -> None:
    token = invited()
    nobody = visit(owner.channel)
    assert nobody.post("/studio/invitations/accept", token=token).status_code == 401
    guest = nobody.register(email=GUEST, phone="")
    assert refusal(guest.post("/studio/invitations/accept", token=token)) == (400, INVITATION_UNVERIFIED)
    stranger = visit(owner.channel).register(email="stranger@example.org", phone="")
    verify_address("stranger@example.org")
    assert refusal(stranger.post("/studio/invitations/accept", token=token)) == (
        400,
        INVITATION_OTHER_ADDRESS,
    )
    assert refusal(guest.post("/studio/invitations/accept", token="wrong")) == (400, INVITATION_INVALID)
    verify_address(GUEST)
    assert guest.post("/studio/invitations/accept", token=token).status_code == 200


def test_an_invitation_expires_after_seven_days_and_can_be_sent_again(
    owner: Visitor, guest: Visitor, invited: Callable[..., str], clock: FixedClock, emails: Emails
) -> None:
    token = invited()
    clock.advance(timedelta(days=7))
    assert refusal(guest.post("/studio/invitations/accept", token=token)) == (400, INVITATION_EXPIRED)
    (invitation,) = owner.data("/studio/team")["invitations"]
    resent = owner.post(f"/studio/team/invitations/{invitation['id']}/resend")
    assert (resent.status_code, resent.json["data"]["expires_at"]) == (200, "2026-12-05T18:00:00Z")  # type: ignore[index]
    assert refusal(guest.post("/studio/invitations/accept", token=token)) == (400, INVITATION_INVALID)
    assert guest.post("/studio/invitations/accept", token=token_in(emails()[0])).status_code == 200


def test_a_revoked_invitation_no_longer_works(
    owner: Visitor, guest: Visitor, invited: Callable[..., str]
) -> None:
    token = invited()
    (invitation,) = owner.data("/studio/team")["invitations"]
    assert owner.delete(f"/studio/team/invitations/{invitation['id']}").status_code == 204
    assert owner.delete(f"/studio/team/invitations/{invitation['id']}").status_code == 404
    assert owner.post(f"/studio/team/invitations/{invitation['id']}/resend").status_code == 404
    assert refusal(guest.post("/studio/invitations/accept", token=token)) == (400, INVITATION_INVALID)


def test_an_address_is_invited_once(owner: Visitor, invited: Callable[..., str]) -> None:
    invited()
    for email, message in ((GUEST.title(), ALREADY_INVITED), (OWNER, ALREADY_OPERATOR)):
        refused = owner.post("/studio/team/invitations", email=email, role="support")
        assert refusal(refused) == (422, message)
    for body in ({"email": "nobody", "role": "owner"}, {"email": GUEST, "role": "boss"}, {"email": GUEST}):
        assert owner.post("/studio/team/invitations", **body).status_code == 422


def test_a_removed_member_can_be_invited_again(
    owner: Visitor, guest: Visitor, invited: Callable[..., str]
) -> None:
    guest.post("/studio/invitations/accept", token=invited())
    member_id = owner.data("/studio/team")["members"][1]["account_id"]
    owner.delete(f"/studio/team/{member_id}")
    assert guest.post("/studio/invitations/accept", token=invited(GUEST, "support")).status_code == 200
    assert guest.data("/profile")["studio"]["role"] == "support"


def test_the_email_of_an_invitation_has_the_language_of_its_reader(
    owner: Visitor, visit: Visit, invited: Callable[..., str], emails: Emails
) -> None:
    invited()
    assert emails()[0].subject == "Join the Prairie team"
    guest = visit(owner.channel).register(email="fr@example.org", phone="")
    assert patch(guest, "/profile", language="fr").status_code == 200
    invited("fr@example.org", "producer")
    email = emails()[0]
    assert (email.to, email.subject) == ("fr@example.org", "Rejoignez l’équipe de Prairie")
    assert "Votre rôle\u00a0: réalisation." in email.text


def test_the_token_of_an_invitation_is_stored_as_a_hash(
    owner: Visitor, invited: Callable[..., str], transaction: Callable[..., Any]
) -> None:
    token = invited()
    with transaction(owner.channel.id) as session:
        stored = session.connection().exec_driver_sql("SELECT * FROM operator_invitation").one()
    assert token not in map(str, stored)


def test_the_last_owner_keeps_the_role_in_the_browser(
    owner: Visitor, guest: Visitor, application: Application
) -> None:
    (member,) = owner.data("/studio/team")["members"]
    path = f"/studio/team/{member['account_id']}"
    assert refusal(patch(owner, path, role="producer")) == (400, LAST_OWNER)
    assert refusal(owner.delete(path)) == (400, LAST_OWNER)
    assert patch(owner, path, role="owner").status_code == 200
    add_operator(application, owner.channel, GUEST, Role.OWNER)
    assert patch(owner, path, role="producer").status_code == 200
    assert owner.get("/studio/team").status_code == 403
    assert guest.delete(path).status_code == 204
    assert guest.delete(path).status_code == 404


def test_a_scorekeeper_has_assigned_events(owner: Visitor, guest: Visitor, application: Application) -> None:
    add_operator(application, owner.channel, GUEST, Role.SCOREKEEPER)
    path = f"/studio/team/{guest.data('/profile')['id']}"
    changed: Any = patch(owner, path, event_ids=[9, 4, 9]).json
    assert changed["data"]["event_ids"] == [4, 9]
    assert guest.data("/profile")["studio"]["event_ids"] == [4, 9]
    refused = patch(owner, path, role="analyst", event_ids=[4])
    assert refusal(refused) == (422, ROLE_WITHOUT_EVENTS)
    for event_ids in ([0], ["4"], [2**31], "4"):
        assert patch(owner, path, event_ids=event_ids).status_code == 422
    assert patch(owner, path, role="analyst").status_code == 200
    assert guest.data("/profile")["studio"]["event_ids"] == []


def test_a_team_belongs_to_one_channel(
    owner: Visitor, other_visitor: Visitor, invited: Callable[..., str], application: Application
) -> None:
    invited()
    member, invitation = (owner.data("/studio/team")[name][0] for name in ("members", "invitations"))
    stranger = other_visitor.register(email="other@example.org", phone="")
    add_operator(application, other_visitor.channel, "other@example.org", Role.OWNER)
    assert [row["email"] for row in stranger.data("/studio/team")["members"]] == ["other@example.org"]
    for response in (
        patch(stranger, f"/studio/team/{member['account_id']}", role="support"),
        stranger.delete(f"/studio/team/{member['account_id']}"),
        stranger.delete(f"/studio/team/invitations/{invitation['id']}"),
        stranger.post(f"/studio/team/invitations/{invitation['id']}/resend"),
    ):
        assert response.status_code == 404


def test_an_invitation_is_deleted_with_the_account_of_its_address_or_after_its_time(
    owner: Visitor, guest: Visitor, invited: Callable[..., str], application: Application, clock: FixedClock
) -> None:
    invited()
    container: Any = application.container
    with container.database().transaction(owner.channel.id):
        container.channel.erase_account()(GUEST, actor="test", reason="test")
    assert owner.data("/studio/team")["invitations"] == []
    invited("unknown@example.org")
    clock.advance(timedelta(days=37, seconds=1))
    container.channel.prune_expired_records()()
    with container.database().transaction(owner.channel.id):
        assert container.channel.invitations().list_pending() == []
