"""A small season as the catalog's part of a channel pack: two schools that play hockey and soccer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from touchline.conftest import NOON

HOUR = timedelta(hours=1)
PackEntry = dict[str, Any]


def season(**changes: Any) -> PackEntry:
    """Return a season of Cedar Ridge and Harlan Falls.

    A hockey event is live, a soccer event comes later, and an event of yesterday is over.
    """
    teams = [
        team(f"{school}-{sport}", school, f"{sport}-games")
        for school in ("cedar", "harlan")
        for sport in ("hockey", "soccer")
    ]
    return {
        "language": "en",
        "categories": [category("hockey"), category("soccer")],
        "locations": [],
        "properties": [],
        "groups": [group("cedar", "Cedar Ridge"), group("harlan", "Harlan Falls")],
        "participants": [*teams, team("all-cedar", "cedar", None, children=["cedar-hockey"])],
        "events": [
            event("over", NOON - 26 * HOUR),
            event("on-now", NOON - HOUR),
            event("later", NOON + 5 * HOUR, "soccer"),
        ],
        "library": {"categories": [], "items": [library_item("film")], "rails": []},
        **changes,
    }


def category(sport: str) -> PackEntry:
    """Return a category for a sport."""
    name = {"en": sport.title(), "fr": f"{sport.title()} (fr)"}
    extra = {"short_name": None, "image": None, "sport": sport, "gender": "female", "weight": 1}
    return {"key": f"{sport}-games", "name": name, "clip_tags": [], **extra}


def group(key: str, name: str) -> PackEntry:
    """Return a school with a logo."""
    extra = {"logo": f"/files/prairie/{key}.svg", "colors": ["#1a5fe0"], "city": None, "state": None}
    names = {"name": {"en": name}, "short_name": {"en": name[:3].upper()}, "nickname": {"en": "Timber"}}
    return {"key": key, **names, **extra, "properties": {}}


def team(key: str, school: str, category_key: str | None, children: list[str] | None = None) -> PackEntry:
    """Return a team of a school."""
    names = {"name": {"en": key.replace("-", " ").title()}, "short_name": {"en": key[:5]}}
    defaults = dict.fromkeys(("sport", "gender", "color", "color_2", "image"))
    return {
        "key": key,
        **names,
        "group": school,
        "category": category_key,
        "children": children or [],
        **defaults,
    }


def event(key: str, start_time: datetime, sport: str = "hockey", **changes: Any) -> PackEntry:
    """Return an event of two hours: Harlan at Cedar."""
    defaults = ("name", "location", "price", "score", "label", "live", "embed_url", "simulate_at")
    return {
        **dict.fromkeys(defaults),
        "key": key,
        "away": f"harlan-{sport}",
        "home": f"cedar-{sport}",
        "category": f"{sport}-games",
        "starts": start_time,
        "duration": 7200,
        "pass": "free",
        "description": {"en": "A rivalry."},
        "images": {"card": None, "poster": None},
        "geo": {},
        **changes,
    }


def library_item(key: str) -> PackEntry:
    """Return a library item of ten minutes."""
    texts = {"title": {"en": key.title()}, "description": {"en": ""}, "author": None}
    extra: PackEntry = {"categories": [], "pass": "free", "image": None, "preview": None}
    return {"key": key, **texts, "date": NOON, "duration": 600, **extra}
