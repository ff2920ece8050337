"""The bootstrap data of a channel that has data for every key (api.md, "Keys and start-up")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.catalog.adapters.sql.events.event_tables import EventRow
from touchline.catalog.tests.pack_samples import pack_part
from touchline.channel.tests.pack_samples import channel_part, slide
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock

PATHS = {
    "settings": "/settings",
    "menu": "/menu",
    "slides": "/slides/web",
    "pages": "/pages",
    "color_settings": "/color-settings/web",
    "faq": "/faq",
    "categories": "/events-categories",
    "locations": "/events-locations",
    "groups": "/participant-groups",
    "group_properties": "/participant-group-properties",
    "packages": "/packages",
    "subscriptions": "/subscriptions",
    "static_data": "/static-data",
    "popups": "/popups",
}
HOCKEY = package_entry("hockey")
BUNDLE = "/channel-bootstrap-data"
SLIDES = "/slides/web"
CATALOG_KEYS = {
    "category": {"hockey": "boys-hockey", "soccer": "girls-soccer"},
    "participant": {"timber": "cedar-ridge-hockey"},
    "group": {},
    "event": {"final": "over"},
    "location": {"rink": "rink"},
}


@pytest.fixture
def fill_channel(application: Application, visitor: Visitor) -> Callable[..., None]:
    """Return a function that gives the channel data for every key, with changes of the channel's part."""

    def fill(package: dict[str, Any] = HOCKEY, **changes: Any) -> None:
        with application.container.database().transaction(visitor.channel.id):
            catalog = application.container.catalog.facade()
            catalog.apply_pack(pack_part())
            ids: dict[str, dict[str, int]] = {
                kind: {name: catalog.list_ids_by_key(kind)[key] for name, key in keys.items()}
                for kind, keys in CATALOG_KEYS.items()
            }
            application.container.channel.facade().apply_pack({**channel_part(), **changes}, ids)
            offers = billing_part(package, subscriptions=(subscription_entry("year"),))
            application.container.billing.facade().apply_pack(offers, ids)

    return fill


@pytest.fixture
def full_channel_visitor(visitor: Visitor, fill_channel: Callable[..., None]) -> Visitor:
    """Return a visitor of a channel that has data for every key of the bootstrap data."""
    fill_channel()
    return visitor


def main_slide(event: str | None) -> dict[str, Any]:
    """Return a slide without an image, about an event or none."""
    return slide("main", type="main", weight=1, of=None, event=event, image=None)


def change_event(application: Application, visitor: Visitor, key: str, **values: Any) -> None:
    """Change columns of an event, as another process does."""
    with application.container.database().transaction(visitor.channel.id) as session:
        session.execute(update(EventRow).where(EventRow.key == key).values(**values))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_of_the_bundle_equals_the_response_of_its_own_endpoint(
    full_channel_visitor: Visitor, language: str
) -> None:
    bundle: dict[str, Any] = full_channel_visitor.data("/channel-bootstrap-data", lang=language)
    assert {key for key, value in bundle.items() if not value} == set()
    responses = {key: full_channel_visitor.data(path, lang=language) for key, path in PATHS.items()}
    assert bundle == {**responses, "prerolls": responses["settings"]["prerolls"]}


@pytest.mark.parametrize("path", [BUNDLE, SLIDES])
def test_a_score_does_not_rebuild_data_without_slides_about_events(
    visitor: Visitor,
    fill_channel: Callable[..., None],
    application: Application,
    clock: FixedClock,
    queries: Callable[[], Any],
    path: str,
) -> None:
    fill_channel(slides=[main_slide(None)])
    before = visitor.get(path).data
    change_event(application, visitor, "over", score={"away": 4, "home": 3})
    clock.advance(timedelta(seconds=5))
    with queries() as sent:
        assert visitor.get(path).data == before
    assert sent == []


@pytest.mark.parametrize("path", [BUNDLE, SLIDES])
def test_a_change_of_the_event_of_a_slide_appears_at_once(
    visitor: Visitor, fill_channel: Callable[..., None], application: Application, path: str
) -> None:
    fill_channel(slides=[main_slide("final")])
    assert b"new-poster" not in visitor.get(path).data
    change_event(application, visitor, "over", images={"poster": "pictures/new-poster.jpg"})
    assert b"new-poster" in visitor.get(path).data


@pytest.mark.parametrize("path", [BUNDLE, SLIDES])
def test_a_slide_that_gets_an_event_follows_its_changes(
    visitor: Visitor, fill_channel: Callable[..., None], application: Application, path: str
) -> None:
    fill_channel(slides=[main_slide(None)])
    visitor.get(path)
    fill_channel(slides=[main_slide("final")])
    visitor.get(path)
    change_event(application, visitor, "over", images={"poster": "pictures/new-poster.jpg"})
    assert b"new-poster" in visitor.get(path).data


def test_a_package_leaves_the_bundle_when_its_last_day_is_over(
    visitor: Visitor, fill_channel: Callable[..., None], clock: FixedClock, queries: Callable[[], Any]
) -> None:
    now = clock.now()
    fill_channel(package_entry("hockey", until=now.date()), slides=[])
    end_of_day = now.replace(hour=6, minute=0, second=0, microsecond=0) + timedelta(days=1)  # in Chicago
    clock.set(end_of_day - timedelta(seconds=5))
    assert [package["name"] for package in visitor.data(BUNDLE)["packages"]] == ["Hockey"]
    clock.set(end_of_day - timedelta(seconds=1))
    with queries() as sent:
        assert len(visitor.data(BUNDLE)["packages"]) == 1
    assert sent == []
    clock.set(end_of_day)
    assert visitor.data(BUNDLE)["packages"] == []
