"""Cache policies: each cached view declares the tables that it reads.

Every other test also checks the views that it calls (`touchline.conftest.app`). A table that is declared and
never read would only cost speed. It fails here, so that the declarations stay true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers
from flask import Flask
from sqlalchemy import text

from touchline.clips.adapters.http.clips import FEATURED_EVENT_TABLES
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.assets.web_build import WebBuild
from touchline.front.tests.conftest import INDEX
from touchline.platform.db.change_tracking import versioned_tables
from touchline.platform.http.response_cache.policy import CachePolicy
from touchline.platform.tests.http.cache_policies import PolicyWatch

FILTERS = ("", "?event_category_id=1", "?participant_id=1", "?participant_group_id=1", "?limit=1&offset=1")
EVENT_LISTS = ("/api/events", "/api/events/with_clip", "/api/events/calendar.ics", "/calendar.ics")
RARELY_READ = {
    "calendars.show_calendar": {"catalog_participant_child", "catalog_sport"},
    "calendars.show_event_calendar": {"catalog_sport"},
    "clips.list_featured_clips": {*FEATURED_EVENT_TABLES},
    "library.list_library_items": {"billing_bundle_grant", "billing_order"},
    "library.list_library_rails": {"billing_bundle_grant", "billing_order"},
    "seasons.show_head_to_head": {"engagement_watch_settings"},
    "seasons.show_team_season": {"engagement_watch_settings"},
    "site-calendars.show_site_calendar": {"catalog_participant_child", "catalog_sport"},
    "site-calendars.show_site_event_calendar": {"catalog_sport"},
    "site-timelines.list_live_scores": {"catalog_sport"},
    "site-timelines.show_timeline": {"event_media", "media_asset"},
    "web.show_page": {"billing_package", "catalog_sport", "engagement_form"},
}
"""Tables that a view reads only for data of other tests, for example for items of a viewer's pass."""
PAGES = ("/", "/vod_library", "/schedule", "/live", "/upcoming", "/vod", "/faq", "/packages", "/contacts")


@pytest.fixture(autouse=True)
def web_build(application: Application, tmp_path: Path) -> Iterator[None]:
    """Use a web build with an empty page."""
    (tmp_path / "index.html").write_text(INDEX)
    application.container.front.web_build.override(providers.Object(WebBuild(tmp_path)))
    yield
    application.container.front.web_build.reset_last_overriding()


@pytest.fixture
def policies(app: Flask) -> dict[str, CachePolicy]:
    """Return the policies of all cached views, by endpoint."""
    return {
        endpoint: view.cache_policy
        for endpoint, view in app.view_functions.items()
        if hasattr(view, "cache_policy")
    }


def list_cached_urls(app: Flask, visitor: Visitor) -> list[str]:
    """Return the URLs of all cached views, with filters and with the IDs that lists return."""
    ids = {
        "event_id": visitor.data("/events")[0]["id"],
        "page_id": visitor.data("/pages")[0]["id"],
        "package_id": visitor.data("/packages")[0]["id"],
        "subscription_id": visitor.data("/subscriptions")[0]["id"],
        "participant_id": visitor.data("/participants")[0]["id"],
        "opponent_id": visitor.data("/participants")[1]["id"],
        "participant_group_id": visitor.data("/participant-groups")[0]["id"],
        "event_category_id": visitor.data("/events-categories")[0]["id"],
        "alias": "contacts",
        "key": get_channel_key(visitor),
    }
    urls = [*PAGES, f"/watch/{ids['event_id']}", *(path + query for path in EVENT_LISTS for query in FILTERS)]
    for rule in app.url_map.iter_rules():
        if hasattr(app.view_functions[rule.endpoint], "cache_policy") and rule.endpoint != "web.show_page":
            adapter = app.url_map.bind("localhost")
            urls.append(adapter.build(rule.endpoint, {name: ids[name] for name in rule.arguments}))
    return urls


def get_channel_key(visitor: Visitor) -> str:
    """Return the channel key."""
    response = visitor.browser.get("/channel-key", headers={"Host": visitor.channel.domains[0]})
    return str((response.json or {})["data"]["channel_key"])


def test_each_cached_view_declares_the_tables_that_it_reads(
    application: Application,
    app: Flask,
    policies: dict[str, CachePolicy],
    example_ids: Visitor,
    visit: Callable[..., Visitor],
) -> None:
    watch: PolicyWatch = app.extensions["policy_watch"]
    watch.tables.clear()
    with application.container.database().transaction(None, unscoped=True) as session:
        session.execute(text("UPDATE catalog_event SET clip_count = 1"))
    viewer = replace(example_ids, api_key=visit(example_ids.channel).register().api_key)
    for url in list_cached_urls(app, example_ids):
        for caller in (example_ids, viewer):
            headers = {"Host": caller.channel.domains[0]}
            if url.startswith("/api/"):
                headers["Authorization"] = f"Bearer {caller.api_key}"
            response = app.test_client().get(url, headers=headers)
            assert response.status_code == 200, url
    assert {
        endpoint: unread
        for endpoint, policy in policies.items()
        if (unread := {*policy.tables} - watch.tables[endpoint] - RARELY_READ.get(endpoint, set()))
    } == {}


def test_declared_tables_are_versioned(policies: dict[str, CachePolicy]) -> None:
    assert {table for policy in policies.values() for table in policy.tables} <= versioned_tables()


@pytest.mark.parametrize(
    ("changes", "violations"),
    [
        ({"tables": ()}, {"site.menu reads menu_item", "site.menu reads page"}),
        ({"is_time_dependent": True}, set()),
    ],
    ids=["missing-table", "complete"],
)
def test_an_undeclared_table_is_reported(
    app: Flask,
    visitor: Visitor,
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, Any],
    violations: set[str],
) -> None:
    watched_view: Any = app.view_functions["site.menu"]
    view = watched_view.__wrapped__
    monkeypatch.setattr(view, "cache_policy", replace(view.cache_policy, **changes))
    assert visitor.get("/menu").status_code == 200
    watch: PolicyWatch = app.extensions["policy_watch"]
    assert watch.violations == violations
    watch.violations.clear()
