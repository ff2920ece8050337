"""Unlisted and private events are in no list, search, calendar, feed or sitemap.

An unlisted one opens for anybody with its link.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update
from werkzeug.routing import BuildError

from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.tests.pack_samples import event_entry, pack_part
from touchline.catalog.tests.samples import NOON
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application

pytestmark = pytest.mark.usefixtures("dist")
STARTS = {"over": NOON - timedelta(days=2), "now": NOON - timedelta(hours=1), "later": NOON + timedelta(1)}
NOT_INDEXED = '<meta name="robots" content="noindex">'
HOST = {"Host": "prairie.localhost"}
HIDDEN = ("unlisted", "team_members")
FILTERS = "q=scrimmage&team=harlan-falls-hockey"
LISTS = [
    "/api/events",
    f"/api/events?{FILTERS}",
    "/api/events?participant_id={team}",
    "/api/events?stream_status=live&event_category_id={category}",
    "/api/events/with_clip",
    "/api/events-for-homepage",
    "/api/events-for-homepage?event_category_id={category}",
    "/api/search?q=scrimmage",
    "/api/events/calendar.ics",
    f"/calendar.ics?{FILTERS}",
    "/sitemap/events-0.xml",
]


@pytest.fixture
def apply_twins(application: Application, site: ChannelDetails) -> dict[str, int]:
    """Apply a public and an unlisted event for each status, and return their ids by key."""
    container: Any = application.container
    with container.database().transaction(site.id):
        events = [
            event_entry(
                f"{visibility}-{key}",
                starts_at,
                name={"en": f"Scrimmage {visibility}"},
                visibility=visibility,
            )
            for visibility in ("public", *HIDDEN)
            for key, starts_at in STARTS.items()
        ]
        facade = container.catalog.facade()
        facade.apply_pack(pack_part(events=events))
        is_over = EventRow.starts_at < NOON - timedelta(days=1)
        container.session()().execute(update(EventRow).where(is_over).values(recorded=True))
        is_live = EventRow.key.endswith("-now")
        container.session()().execute(update(EventRow).values(clip_count=1, publishing=is_live))
        ids: dict[str, int] = dict(facade.list_ids_by_key("event"))
        more = (("participant", "harlan-falls-hockey"), ("category", "boys-hockey"))
        return ids | {kind: facade.list_ids_by_key(kind)[key] for kind, key in more}


def test_no_list_has_an_unlisted_event(
    app: Flask, site: ChannelDetails, visit: Callable[..., Visitor], apply_twins: dict[str, int]
) -> None:
    visitor, ids = visit(site), apply_twins
    others = [
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and "<" not in rule.rule and not rule.rule.startswith("/media")
    ]
    hidden = [f"/watch/{ids[f'{name}-{key}']}" for key in STARTS for name in HIDDEN]
    hidden += [f"Scrimmage {name}" for name in HIDDEN]
    for path in [*LISTS, *others]:
        path = path.format(team=ids["participant"], category=ids["category"])
        separator = "&" if "?" in path else "?"
        response = visitor.browser.get(f"{path}{separator}api_key={visitor.api_key}", headers=HOST)
        text = response.get_data(as_text=True) if response.mimetype != "image/png" else ""
        assert not [trace for trace in hidden if trace in text], path
        if path not in others:
            assert "Scrimmage public" in text or f"/watch/{ids['public-over']}" in text, path
    page = visitor.get("/events", q="scrimmage").get_json()
    assert page["meta"]["total"] == len(STARTS)


def test_no_page_of_a_team_school_or_category_has_a_hidden_event(
    app: Flask, site: ChannelDetails, visit: Callable[..., Visitor], apply_twins: dict[str, int]
) -> None:
    visitor, ids = visit(site), apply_twins
    of_event = {"event_id", "clip_id", "token", "path"}
    rules = [
        rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and len(rule.arguments) == 1 and not of_event & rule.arguments
    ]
    values = (ids["participant"], ids["category"], "harlan-falls-hockey", "boys-hockey", "harlan-falls")
    adapter = app.url_map.bind("prairie.localhost")
    opened = 0
    for rule in rules:
        for value in values:
            try:
                path = adapter.build(rule.endpoint, {next(iter(rule.arguments)): value})
            except (BuildError, ValueError):
                continue
            separator = "&" if "?" in path else "?"
            response = visitor.browser.get(f"{path}{separator}api_key={visitor.api_key}", headers=HOST)
            opened += response.status_code == 200
            if str(response.mimetype).startswith(("text/", "application/")):
                text = response.get_data(as_text=True)
                assert not [name for name in HIDDEN if f"Scrimmage {name}" in text], path
    assert opened >= 5


def test_favorites_and_notifications_leave_out_an_unlisted_event(
    application: Application,
    site: ChannelDetails,
    visit: Callable[..., Visitor],
    apply_twins: dict[str, int],
) -> None:
    viewer = visit(site).register()
    team = {"favoritable_type": "participant", "favoritable_id": apply_twins["participant"]}
    assert viewer.post("/favorite", **team).status_code == 201
    favorites = viewer.data("/events/favorite")
    assert {row["name"] for row in favorites} == {"Scrimmage public"} and len(favorites) == len(STARTS)
    container: Any = application.container
    with container.database().transaction(site.id):
        live = container.catalog.facade().followable_items.list_live_events()
    assert [int(event.id) for event in live] == [apply_twins["public-now"]]


def test_anybody_with_the_link_opens_an_unlisted_event(
    site: ChannelDetails, visit: Callable[..., Visitor], apply_twins: dict[str, int]
) -> None:
    visitor, event_id = visit(site), apply_twins["unlisted-later"]
    event = visitor.data(f"/events/{event_id}")
    assert event["name"] == "Scrimmage unlisted" and event["access_reason"] == "not_started"
    assert visitor.get(f"/events/{event_id}/calendar.ics").status_code == 200
    page = visitor.browser.get(f"/watch/{event_id}", headers=HOST)
    assert page.status_code == 200 and NOT_INDEXED in page.get_data(as_text=True)
    public = visitor.browser.get(f"/watch/{apply_twins['public-later']}", headers=HOST)
    assert NOT_INDEXED not in public.get_data(as_text=True)
