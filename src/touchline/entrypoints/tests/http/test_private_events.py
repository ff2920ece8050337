"""Nothing of a private event reaches anybody but members of its teams and operators.

Every GET route of the site and the API is requested by people who are not members, with every id and every
kind of path, and so are the calls that use an event.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.channel.adapters.sql.account_tables import AccountRow
from touchline.channel.domain.operators.roles import Role
from touchline.channel.facade import ChannelDetails
from touchline.clips.tests.adapters.conftest import ada, anonymous, clip_body, cuts, save, scenario
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.tests.http.test_no_personal_data import NON_PUBLIC_PATHS, expand_paths
from touchline.shared.clock import FixedClock

__all__ = ["ada", "anonymous", "cuts", "save", "scenario"]
TRACES = ("Zyxprivate", "Zyxclip", "Zyxtag")
VIDEO, LIVE = 3, 2
MINUTE = timedelta(minutes=1)


@pytest.fixture
def add_viewer(scenario: ClipScenario, visit: Callable[[ChannelDetails], Visitor]) -> Callable[..., Visitor]:
    """Return a function that registers a viewer, with a verified address unless it says otherwise."""

    def add(email: str, *, is_verified: bool = True) -> Visitor:
        viewer = visit(scenario.channel).register(email=email)
        if is_verified:
            verify(scenario, email)
        scenario.grant_pass(viewer, "clipping", "download_clip", "download")
        return viewer

    return add


def verify(scenario: ClipScenario, email: str) -> None:
    """Mark the address of an account as verified."""
    with scenario.transaction() as session:
        session.execute(update(AccountRow).where(AccountRow.email == email).values(email_verified_at=NOON))


def add_members(scenario: ClipScenario, text: str, team: str = "northgate") -> None:
    """Add addresses to the list of a team."""
    with scenario.transaction():
        scenario.application.container.front.member_admin().add(team, text)


def remove_members(scenario: ClipScenario, text: str) -> None:
    """Remove addresses from the list of the home team."""
    with scenario.transaction():
        scenario.application.container.front.member_admin().remove_addresses("northgate", text)


@pytest.fixture
def private(scenario: ClipScenario, ada: Visitor, save: Callable[..., Any]) -> dict[str, Any]:
    """Make a free event private that has a recording, and return a clip of it by a member."""
    medium = scenario.add_recording("over")
    clip = save(ada, "over", medium, name="Zyxclip", tags=["Zyxtag"])
    scenario.finish_clip(clip["id"])
    email = ada.data("/profile")["email"]
    verify(scenario, email)
    add_members(scenario, email)
    with scenario.transaction() as session:
        private = session.get(EventRow, clip["event_id"])
        private.visibility, private.title = "team_members", {"en": "Zyxprivate"}
    return {"clip": clip, "event_id": clip["event_id"], "medium": medium}


def list_leaks(app: Flask, viewer: Visitor, private: dict[str, Any]) -> dict[str, set[str]]:
    """Return the traces of the event in all responses to a viewer, by path."""
    leaks: dict[str, set[str]] = {}
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or rule.rule.startswith(NON_PUBLIC_PATHS):
            continue
        for path in expand_paths(rule, {"private": private["clip"]}):
            headers = {"Authorization": f"Bearer {viewer.api_key}"}
            text = viewer.browser.get(path, headers=headers).get_data().decode("utf-8", "replace")
            if found := {trace for trace in TRACES if trace in text}:
                leaks[path] = found
    return leaks


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_no_route_shows_a_private_event_to_others(
    app: Flask,
    scenario: ClipScenario,
    private: dict[str, Any],
    ada: Visitor,
    anonymous: Visitor,
    add_viewer: Callable[..., Visitor],
) -> None:
    add_members(scenario, "eve@example.org, zoe@example.org")
    stranger, unverified = add_viewer("bea@example.org"), add_viewer("eve@example.org", is_verified=False)
    assert {"/api/events/" + str(private["event_id"])} <= set(list_leaks(app, ada, private))
    for viewer in (anonymous, stranger, unverified):
        assert list_leaks(app, viewer, private) == {}


def test_calls_with_a_private_event_answer_others_as_if_it_did_not_exist(
    scenario: ClipScenario, private: dict[str, Any], anonymous: Visitor, add_viewer: Callable[..., Visitor]
) -> None:
    stranger = add_viewer("bea@example.org")
    event_id, clip = private["event_id"], private["clip"]
    for viewer, code in ((anonymous, "errors.private_event"), (stranger, "errors.not_a_member")):
        response = viewer.get(f"/events/{event_id}")
        assert (response.status_code, response.json["code"]) == (404, code)  # type: ignore[index]
        for path in (
            f"/events/{event_id}/calendar.ics",
            f"/events/{event_id}/simulation",
            f"/clips/event/{event_id}",
            f"/clip/{clip['id']}",
            *((f"/clip/download/{clip['id']}", f"/download-event/{event_id}") if viewer is stranger else ()),
            f"/shared-clip/{clip['id']}?uuid={clip['uuid']}",
            f"/offers?event_id={event_id}",
        ):
            response = (
                viewer.get(path)
                if "?" not in path
                else viewer.browser.get(f"/api{path}", headers={"Authorization": f"Bearer {viewer.api_key}"})
            )
            assert response.status_code == 404, path
    calls: list[tuple[str, dict[str, Any]]] = [
        ("/reminder", {"about_type": "event", "about_id": event_id}),
        ("/watch-position", {"kind": "event", "item_id": event_id, "position": 60, "duration": 600}),
        ("/clip", clip_body(event_id, private["medium"])),
        (f"/clip/{clip['id']}/report", {"reason": "other"}),
    ]
    for path, body in calls:
        assert stranger.post(path, **body).status_code == 404, path


def test_the_page_of_a_private_event_says_nothing_about_it_and_is_not_indexed(
    private: dict[str, Any], anonymous: Visitor
) -> None:
    event_id, clip = private["event_id"], private["clip"]
    for path in (f"/watch/{event_id}", f"/share/{clip['id']}/{clip['uuid']}"):
        page = anonymous.browser.get(path, headers={"Host": "prairie.localhost"})
        text = page.get_data(as_text=True)
        assert page.status_code == 200 and "<title>Private event, Prairie</title>" in text
        assert '<meta name="robots" content="noindex">' in text and "ld+json" not in text


def test_playback_ends_when_a_member_is_removed(
    scenario: ClipScenario, private: dict[str, Any], ada: Visitor, clock: FixedClock
) -> None:
    event = ada.data(f"/events/{private['event_id']}")
    [video] = [medium["url"] for medium in event["media"] if medium["type"] == VIDEO]
    clip = ada.data(f"/clip/{private['clip']['id']}")["url"]
    for url in (video, clip):
        assert ada.browser.get(url).status_code == 200
    remove_members(scenario, ada.data("/profile")["email"])
    assert ada.get(f"/events/{private['event_id']}").status_code == 404
    clock.advance(MINUTE)
    for url in (video, clip):
        assert ada.browser.get(url).status_code == 403


def test_a_live_stream_of_a_private_event_plays_for_members_only(
    scenario: ClipScenario, private: dict[str, Any], ada: Visitor, anonymous: Visitor, clock: FixedClock
) -> None:
    scenario.start_live("on")
    event_id = scenario.get_event_id("on")
    public = anonymous.data(f"/events/{event_id}")
    [url] = [medium["url"] for medium in public["media"] if medium["type"] == LIVE]
    assert anonymous.browser.get(url).status_code == 200
    with scenario.transaction() as session:
        session.get(EventRow, event_id).visibility = "team_members"
    clock.advance(MINUTE)
    assert anonymous.browser.get(url).status_code == 403
    [own] = [m["url"] for m in ada.data(f"/events/{event_id}")["media"] if m["type"] == LIVE]
    assert ada.browser.get(own).status_code == 200


def test_a_member_needs_a_pass_for_a_paid_private_event(
    scenario: ClipScenario, add_viewer: Callable[..., Visitor], visit: Callable[..., Visitor]
) -> None:
    event_id = scenario.get_event_id("paid")
    with scenario.transaction() as session:
        session.get(EventRow, event_id).visibility = "team_members"
    add_members(scenario, "dan@example.org", team="cedar-ridge")
    member, buyer = visit(scenario.channel).register(email="dan@example.org"), add_viewer("bea@example.org")
    verify(scenario, "dan@example.org")
    assert member.data(f"/events/{event_id}")["access_reason"] == "purchase_required"
    assert buyer.get(f"/events/{event_id}").status_code == 404
    scenario.grant_pass(member)
    assert member.data(f"/events/{event_id}")["has_access"] is True


def test_operators_who_edit_content_see_a_private_event(
    scenario: ClipScenario, private: dict[str, Any], add_viewer: Callable[..., Visitor]
) -> None:
    container: Any = scenario.application.container
    for role, status in ((Role.PRODUCER, 200), (Role.ANALYST, 404)):
        operator = add_viewer(f"{role.value}@example.org")
        with scenario.transaction():
            container.channel.operator_admin().add(f"{role.value}@example.org", role)
        assert operator.get(f"/events/{private['event_id']}").status_code == status
