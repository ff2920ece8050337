"""The members of a team in the studio's API."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.merges.tests.test_merge_entries import save
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]
MEMBERS = "/studio/participants/otters-boys/members"


def list_addresses(operator: Operator, path: str = MEMBERS) -> list[str]:
    """Return the addresses on a list."""
    return [member["email"] for member in operator.data(path)]


def test_a_producer_adds_finds_and_removes_members(join: Callable[[Role], Operator]) -> None:
    producer = join(Role.PRODUCER)
    added = producer.call(
        "POST", MEMBERS, addresses="bea@example.org, ada@example.org\nCoach\nBEA@example.org"
    )
    assert added.json == {
        "data": {"added": 2, "already_members": 0, "problems": [{"line": 2, "text": "Coach"}]}
    }
    listed = producer.call("GET", MEMBERS, {"limit": 1}).json
    assert listed is not None
    assert listed["meta"] == {"total": 2, "limit": 1, "offset": 0}
    [member] = listed["data"]
    assert (member["email"], member["has_account"]) == ("ada@example.org", False)
    found = producer.call("GET", MEMBERS, {"search": "BEA"}).json
    assert [row["email"] for row in found["data"]] == ["bea@example.org"]  # type: ignore[index]
    assert producer.call("DELETE", f"{MEMBERS}/{member['id']}").status_code == 204
    assert producer.call("DELETE", f"{MEMBERS}/{member['id']}").status_code == 404
    assert list_addresses(producer) == ["bea@example.org"]


def test_the_activity_has_numbers_and_no_addresses(join: Callable[[Role], Operator]) -> None:
    owner = join(Role.OWNER)
    owner.call("POST", MEMBERS, addresses="ada@example.org")
    list_addresses(owner)
    entries = [entry for entry in owner.data("/studio/activity") if entry["action"].startswith("member.")]
    assert {(entry["action"], entry["subject_id"]) for entry in entries} == {
        ("member.add", "otters-boys"),
        ("member.list", "otters-boys"),
    }
    assert "ada@" not in str(entries)


def test_an_unknown_team_is_not_found(join: Callable[[Role], Operator]) -> None:
    unknown = join(Role.OWNER).call("GET", "/studio/participants/nobody/members")
    assert (unknown.status_code, unknown.json["code"]) == (404, "errors.unknown_team")  # type: ignore[index]


def test_members_follow_a_merge_and_go_with_a_removed_team(
    join: Callable[[Role], Operator], application: Application
) -> None:
    owner = join(Role.OWNER)
    for key in ("otters-b", "otters-c"):
        save(owner, "participants", key=key, name=f"Otter Creek {key}", group="otters", category="hockey")
        path = f"/studio/participants/{key}/members"
        assert owner.call("POST", path, addresses=f"{key}@example.org").status_code == 200
    merged = owner.call("POST", "/studio/merges/participants/otters-b", into="otters-boys")
    assert merged.status_code == 200
    assert list_addresses(owner) == ["otters-b@example.org"]

    version = owner.data("/studio/entries/participants/otters-c")["version"]
    removed = owner.call("DELETE", "/studio/entries/participants/otters-c", {"version": version})
    assert removed.status_code == 204, removed.text
    delete: Any = application.container.front.delete_orphaned_members()
    assert (delete(), delete()) == (1, 0)
    assert list_addresses(owner) == ["otters-b@example.org"]


def test_members_of_another_channel_are_not_found(
    join: Callable[[Role], Operator],
    application: Application,
    other_channel: ChannelDetails,
    visit: Callable[[ChannelDetails], Visitor],
) -> None:
    owner = join(Role.OWNER)
    owner.call("POST", MEMBERS, addresses="ada@example.org")
    [member] = owner.data(MEMBERS)
    stranger = Operator(visit(other_channel).register(email="owner@example.net"))
    container: Any = application.container
    with container.database().transaction(other_channel.id):
        container.channel.operator_admin().add("owner@example.net", unverified=True)
    for method, path in (("GET", MEMBERS), ("POST", MEMBERS), ("DELETE", f"{MEMBERS}/{member['id']}")):
        body = {"addresses": "eve@example.org"} if method == "POST" else {}
        assert stranger.call(method, path, **body).status_code == 404
    assert list_addresses(owner) == ["ada@example.org"]


def test_support_and_analysts_cannot_read_the_list(join: Callable[[Role], Operator]) -> None:
    for role in (Role.SUPPORT, Role.ANALYST):
        assert join(role).call("GET", MEMBERS).status_code == 403
