"""Merges: what moves to the kept entry, what is refused, and what an undo restores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]
TEAM = {"key": "otters-b", "name": "Otter Creek B", "group": "otters", "category": "hockey"}
GAME = {
    "key": "b-game",
    "away": "otters-b",
    "home": "hawks-girls",
    "category": "hockey",
    "starts": "2026-12-09 19:00",
    "pass": "paid",
}
MERGE = "/studio/merges/participants/otters-b"


def save(operator: Operator, section: str, **value: Any) -> None:
    """Create an entry."""
    saved = operator.call(
        "PUT", f"/studio/entries/{section}/{value['key']}", value=value, version=None, confirm=True
    )
    assert saved.status_code == 200, saved.text


@pytest.fixture
def owner(join: Callable[[Role], Operator]) -> Operator:
    """Return an owner of a channel in which a team exists twice, with a game and a slide of its own."""
    operator = join(Role.OWNER)
    save(operator, "participants", **TEAM)
    save(operator, "participants", key="hawks-girls", name="Hawk Hill girls", category="hockey")
    save(operator, "events", **GAME)
    slide = operator.data("/studio/entries/slides/hockey")["value"]
    action = {"label": "See", "url": "/?team=otters-b"}
    slide |= {"key": "b", "type": "participant", "of": "otters-b", "action": action}
    save(operator, "slides", **slide)
    return operator


def find_ids(owner: Operator, *keys: str) -> list[int]:
    """Return the ids of teams."""
    teams: Mapping[str, int] = {team["alias"]: team["id"] for team in owner.visitor.data("/participants")}
    return [teams[key] for key in keys]


def grant_team_pass(owner: Operator, team: str) -> None:
    """Give the owner a pass of a team."""
    body = {"email": "owner@example.org", "product": "package:team", "team": team}
    granted = owner.call("POST", "/studio/orders", **body)
    assert granted.status_code == 201, granted.text


def test_everything_of_a_team_moves_to_the_kept_one_as_one_revision(owner: Operator) -> None:
    removed, kept = find_ids(owner, "otters-b", "otters-boys")
    for path, body in (
        ("/favorite", {"favoritable_type": "participant", "favoritable_id": removed}),
        ("/favorite", {"favoritable_type": "participant", "favoritable_id": kept}),
        ("/reminder", {"about_type": "participant", "about_id": removed}),
    ):
        assert owner.call("POST", path, **body).status_code in (200, 201)
    for team in ("otters-b", "otters-boys"):
        grant_team_pass(owner, team)
    assert owner.call("GET", MERGE, {"into": "otters-boys"}).json == {
        "data": {"events": 1, "teams": 0, "orders": 1, "favorites": 1, "reminders": 1}
    }

    merged = owner.call("POST", MERGE, into="otters-boys")
    assert merged.status_code == 200, merged.text

    revision = owner.data(f"/studio/revisions/{merged.json['data']['revision']}")  # type: ignore[index]
    assert {(change["section"], change["key"]) for change in revision["changes"]} == {
        ("participants", "otters-b"),
        ("events", "b-game"),
        ("slides", "b"),
    }
    slide = owner.data("/studio/entries/slides/b")["value"]
    assert (slide["of"], slide["action"]["url"]) == ("otters-boys", "/?team=otters-boys")
    assert [item["favoritable_id"] for item in owner.data("/favorites")] == [kept]
    assert [item["about_id"] for item in owner.data("/reminders")] == [kept]
    orders = owner.data("/orders")
    assert [order["product"]["participant_id"] for order in orders] == [kept, kept]
    assert {order["status"] for order in orders} == {"paid"}
    [entry] = [entry for entry in owner.data("/studio/activity") if entry["action"] == "entry.merge"]
    assert entry["subject_id"] == "participants[otters-b]"


def test_the_old_address_and_names_lead_to_the_kept_team_until_the_merge_is_undone(owner: Operator) -> None:
    [removed] = find_ids(owner, "otters-b")
    merged = owner.call("POST", MERGE, into="otters-boys")
    browser = owner.visitor.browser
    moved = browser.get("/?team=otters-b&utm=poster")
    assert (moved.status_code, moved.headers["Location"]) == (302, "/?team=otters-boys&utm=poster")
    for query in ({"team": "otters-b"}, {"participant_id": removed}):
        names = [event["name"] for event in owner.visitor.data("/events", **query)]
        assert len(names) == 3

    revert = f"/studio/revisions/{merged.json['data']['revision']}/revert"  # type: ignore[index]
    assert owner.call("POST", revert, force=False).status_code == 200
    assert owner.data("/studio/entries/events/b-game")["value"]["away"] == "otters-b"
    assert browser.get("/?team=otters-b").status_code == 200
    assert len(owner.visitor.data("/events", team="otters-b")) == 1


@pytest.mark.parametrize(
    ("removed", "into", "message"),
    [
        ("otters-b", "otters-b", "An entry cannot be merged with itself."),
        ("otters-b", "hawks-girls", "play each other: Otter Creek B @ Hawk Hill girls (2026-12-10)."),
        ("otters-boys", "hawks-boys", "Otter Creek boys is a team of Hawk Hill boys."),
    ],
)
def test_a_merge_that_makes_no_sense_is_refused(
    owner: Operator, removed: str, into: str, message: str
) -> None:
    path = f"/studio/merges/participants/{removed}"
    for refused in (owner.call("GET", path, {"into": into}), owner.call("POST", path, into=into)):
        assert refused.status_code == 400
        assert message in refused.json["message"]  # type: ignore[index]
    assert owner.call("POST", MERGE, into="nobody").status_code == 404


def test_schools_locations_and_categories_merge_in_the_same_way(
    owner: Operator, join: Callable[[Role], Operator]
) -> None:
    save(owner, "groups", key="otters-2", name="Otter Creek", short_name="OT2")
    save(owner, "locations", key="barn-2", name="Barn")
    save(owner, "categories", key="ice", name="Ice hockey")
    save(owner, "participants", key="ice-team", name="Ice team", group="otters-2", category="ice")
    save(
        owner,
        "events",
        key="ice-game",
        name="Ice",
        category="ice",
        location="barn-2",
        starts="2026-12-12 10:00",
    )
    producer = join(Role.PRODUCER)
    assert producer.call("POST", "/studio/merges/categories/ice", into="hockey").status_code == 403
    for operator, path, into in (
        (producer, "groups/otters-2", "otters"),
        (producer, "locations/barn-2", "barn"),
        (owner, "categories/ice", "hockey"),
    ):
        merged = operator.call("POST", f"/studio/merges/{path}", into=into)
        assert merged.status_code == 200, merged.text
    game = owner.data("/studio/entries/events/ice-game")["value"]
    assert (game["category"], game["location"]) == ("hockey", "barn")
    team = owner.data("/studio/entries/participants/ice-team")["value"]
    assert (team["group"], team["category"]) == ("otters", "hockey")
    assert owner.visitor.browser.get("/?sport=ice").headers["Location"] == "/?sport=hockey"
    assert owner.visitor.browser.get("/?school=otters-2").headers["Location"] == "/?school=otters"
