"""A small season as the catalogue's part of a channel pack: two schools that play hockey and soccer."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from touchline.conftest import NOON

HOUR = timedelta(hours=1)
Entry = dict[str, Any]


def season(**changes: Any) -> Entry:
    """Cedar Ridge and Harlan Falls; hockey is on, soccer comes later, and a game of yesterday is over."""
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
            game("over", NOON - 26 * HOUR),
            game("on-now", NOON - HOUR),
            game("later", NOON + 5 * HOUR, "soccer"),
        ],
        "library": {"categories": [], "items": [film("film")], "rails": []},
        **changes,
    }


def category(sport: str) -> Entry:
    """The games of a sport."""
    name = {"en": sport.title(), "fr": f"{sport.title()} (fr)"}
    more = {"short_name": None, "image": None, "sport": sport, "gender": "female", "weight": 1}
    return {"key": f"{sport}-games", "name": name, "clip_tags": [], **more}


def group(key: str, name: str) -> Entry:
    """A school with a crest."""
    more = {"logo": f"/files/prairie/{key}.svg", "colors": ["#1a5fe0"], "city": None, "state": None}
    names = {"name": {"en": name}, "short_name": {"en": name[:3].upper()}, "nickname": {"en": "Timber"}}
    return {"key": key, **names, **more, "properties": {}}


def team(key: str, school: str, games: str | None, children: list[str] | None = None) -> Entry:
    """A team of a school."""
    names = {"name": {"en": key.replace("-", " ").title()}, "short_name": {"en": key[:5]}}
    unsaid = dict.fromkeys(("sport", "gender", "color", "color_2", "image"))
    return {"key": key, **names, "group": school, "category": games, "children": children or [], **unsaid}


def game(key: str, starts: datetime, sport: str = "hockey", **changes: Any) -> Entry:
    """Harlan at Cedar, two hours."""
    unsaid = ("name", "location", "price", "score", "label", "live", "embed_url", "simulate_at")
    return {
        **dict.fromkeys(unsaid),
        "key": key,
        "away": f"harlan-{sport}",
        "home": f"cedar-{sport}",
        "category": f"{sport}-games",
        "starts": starts,
        "duration": 7200,
        "pass": "free",
        "description": {"en": "A rivalry."},
        "images": {"card": None, "poster": None},
        "geo": {},
        **changes,
    }


def film(key: str) -> Entry:
    """A film of ten minutes."""
    texts = {"title": {"en": key.title()}, "description": {"en": ""}, "author": None}
    more: Entry = {"categories": [], "pass": "free", "image": None, "preview": None}
    return {"key": key, **texts, "date": NOON, "duration": 600, **more}
