"""A small season as the catalogue's part of a channel pack: two schools with two teams each, six events."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from touchline.catalog.tests.samples import NOON, text
from touchline.shared.money import Money

Entry = dict[str, Any]
HOUR = timedelta(hours=1)


def pack_part(**changes: Any) -> Entry:
    """The whole part; `changes` replace sections."""
    return {
        "language": "en",
        "categories": [
            _category("girls-soccer", text("Girls soccer", "Soccer féminin"), "soccer", "female", 10),
            _category("boys-hockey", text("Boys hockey", "Hockey masculin"), "hockey", "male", 20),
        ],
        "locations": [
            _location("rink", text("Cedar Ridge Ice"), "Cedar Ridge", "ND", None),
            _location("field", text("Stade Montréal"), "Montréal", "QC", "America/Toronto"),
        ],
        "properties": [
            {
                "key": "division",
                "name": text("Division"),
                "values": [{"key": "a", "name": text("Class A", "Classe A")}],
            }
        ],
        "groups": [
            _group("harlan-falls", text("Harlan Falls"), text("Torrent"), {"division": "a"}),
            _group("cedar-ridge", text("Cedar Ridge"), text("Timber"), {}),
        ],
        "participants": [
            _team("cedar-ridge-teams", "Cedar Ridge teams", "cedar-ridge", None, ["cedar-ridge-hockey"]),
            *(
                _team(f"{school}-{sport}", name, school, category, [])
                for school, name in (("harlan-falls", "Harlan Falls"), ("cedar-ridge", "Cedar Ridge"))
                for sport, category in (("hockey", "boys-hockey"), ("soccer", "girls-soccer"))
            ),
        ],
        "events": [
            event("over", NOON - 48 * HOUR, score={"away": 2, "home": 3, "note": text("OT", "P")}),
            event("over-soccer", NOON - 26 * HOUR, sport="soccer", **{"pass": "register"}),
            event("on-now", NOON - HOUR, label=text("quarterfinal")),
            event("later-soccer", NOON + 5 * HOUR, sport="soccer", **{"pass": "paid"}),
            event(
                "later",
                NOON + 30 * HOUR,
                price={"base": Money(899, "USD"), "fee": Money(100, "USD")},
                **{"pass": "ppv"},
            ),
            event(
                "practice", NOON + 54 * HOUR, away=None, home=None, name=text("Zone practice", "Entraînement")
            ),
        ],
        "library": library(),
        **changes,
    }


def event(key: str, starts: datetime, sport: str = "hockey", **changes: Any) -> Entry:
    """Harlan Falls at Cedar Ridge, two hours."""
    return {
        "key": key,
        "away": f"harlan-falls-{sport}",
        "home": f"cedar-ridge-{sport}",
        "name": None,
        "category": "boys-hockey" if sport == "hockey" else "girls-soccer",
        "location": "rink" if sport == "hockey" else "field",
        "starts": starts,
        "duration": 7200,
        "pass": "free",
        "price": None,
        "score": None,
        "label": None,
        "description": text("A rivalry.", "Une rivalité."),
        "images": {"card": None, "poster": None},
        "geo": {},
        "live": None,
        "embed_url": None,
        "simulate_at": None,
        "status": None,
        "postponed_to": None,
        **changes,
    }


def library() -> Entry:
    """Three items in two categories and two rails."""
    return {
        "categories": [
            {"key": "film-room", "name": text("Film room"), "weight": 10},
            {"key": "studio", "name": text("Studio shows", "Émissions"), "weight": 20},
        ],
        "items": [
            item("ten-questions", text("Ten questions", "Dix questions"), 4, ["studio"], author=text("Desk")),
            item("friday-desk", text("Friday desk"), 2, ["studio", "film-room"], **{"pass": "paid"}),
            item("power-play", text("Élan: the power play"), 9, ["film-room"]),
        ],
        "rails": [
            _rail("picked", "Start here", ["power-play", "ten-questions"], None, 5),
            _rail("studio", "Studio", [], "studio", 9),
        ],
    }


def item(key: str, title: dict[str, str], days_ago: int, categories: list[str], **changes: Any) -> Entry:
    """A film of ten minutes."""
    return {
        "key": key,
        "title": title,
        "description": text("How it is done."),
        "date": NOON - timedelta(days=days_ago),
        "duration": 600,
        "categories": categories,
        "author": None,
        "pass": "free",
        "image": "/files/prairie/abc-still.webp",
        "preview": None,
        **changes,
    }


def _category(key: str, name: dict[str, str], sport: str, gender: str, weight: int) -> Entry:
    closed = {"sport": sport, "gender": gender, "weight": weight}
    tags = [{"en": "Goal", "fr": "But"}, {"en": "Glove save"}] if sport == "hockey" else []
    return {"key": key, "name": name, "short_name": None, "image": None, "clip_tags": tags, **closed}


def _location(key: str, name: dict[str, str], city: str, state: str, time_zone: str | None) -> Entry:
    place = {"city": city, "state": state, "country": "US", "time_zone": time_zone}
    return {"key": key, "name": name, **place}


def _group(key: str, name: dict[str, str], nickname: dict[str, str], properties: dict[str, str]) -> Entry:
    return {
        "key": key,
        "name": name,
        "short_name": text(key[:3].upper()),
        "nickname": nickname,
        "logo": f"/files/prairie/abc-{key}.svg",
        "colors": ["#1a5fe0", "#a9dcff"],
        "city": None,
        "state": None,
        "properties": properties,
    }


def _team(key: str, name: str, group: str, category: str | None, children: list[str]) -> Entry:
    names = {"name": text(name), "short_name": text(name[:3].upper())}
    unsaid = dict.fromkeys(("sport", "gender", "color", "color_2", "image"))
    return {"key": key, **names, "group": group, "category": category, "children": children, **unsaid}


def _rail(key: str, title: str, items: list[str], category: str | None, weight: int) -> Entry:
    return {"key": key, "title": text(title), "items": items, "category": category, "weight": weight}
