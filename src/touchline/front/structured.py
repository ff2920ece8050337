"""What search engines read of a page: JSON-LD in the words of schema.org.

The properties are those that Google's guides ask for: "Event", "Video" (with the LIVE badge), "Breadcrumb",
"Organization". Nothing here plays a film: who may watch is decided when somebody does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from touchline.catalog.facade import Card, CardSide
from touchline.front.heads import Head
from touchline.front.links import icon_address
from touchline.front.share_pictures import Picture
from touchline.front.site import Site
from touchline.front.titles import COSTS, TITLES
from touchline.shared.text import pick

Thing = dict[str, Any]
_STATUSES = {
    "scheduled": "EventScheduled",
    "postponed": "EventPostponed",
    "rescheduled": "EventRescheduled",
    "canceled": "EventCancelled",
}
_TAKE_PLACE = ("scheduled", "rescheduled")
_LIST_OF = {"": "/vod_library", "upcoming": "/upcoming", "live": "/live", "finished": "/vod"}


def structured(site: Site, head: Head, picture: Picture) -> Thing | None:
    """The graph of a page; None where there is nothing to say."""
    if not head.indexed:
        return None
    if head.card is not None:
        things = list(_of_card(site, head, head.card, picture))
    elif head.path == "/":
        things = [_website(site), _organisation(site)]
    else:
        return None
    return {"@context": "https://schema.org", "@graph": things}


def _of_card(site: Site, head: Head, card: Card, picture: Picture) -> Iterator[Thing]:
    if card.status:
        yield _event(site, head, card, picture)
    if card.recorded or (card.status != "finished" and card.schedule_status in _TAKE_PLACE):
        yield _video(site, head, card, picture)
    yield _breadcrumbs(site, head, card)


def _website(site: Site) -> Thing:
    return {
        "@type": "WebSite",
        "name": site.settings["name"],
        "alternateName": site.settings["short_name"],
        "url": site.address,
        "inLanguage": site.language,
        "publisher": {"@id": site.identity("/", "organization")},
    }


def _organisation(site: Site) -> Thing:
    return {
        "@type": "Organization",
        "@id": site.identity("/", "organization"),
        "name": site.settings["name"],
        "url": site.address,
        "logo": site.absolute(icon_address(site, 512)),
    }


def _event(site: Site, head: Head, card: Card, picture: Picture) -> Thing:
    url = site.canonical(head.path)
    seen = {"@type": "VirtualLocation", "url": url}
    told: Thing = {
        "@type": "SportsEvent" if card.sides else "Event",
        "@id": site.identity(head.path, "event"),
        "name": card.full_name,
        "description": head.description,
        "url": url,
        "image": [site.absolute(picture.address)],
        "startDate": _moment(card),
        "endDate": _moment(card, card.duration),
        "eventStatus": f"https://schema.org/{_STATUSES[card.schedule_status]}",
        "eventAttendanceMode": f"https://schema.org/{'Mixed' if card.place else 'Online'}EventAttendanceMode",
        "location": [_place(card), seen] if card.place else seen,
        "organizer": {"@type": "Organization", "name": site.settings["name"], "url": site.address},
        "isAccessibleForFree": card.pass_type not in COSTS,
        "inLanguage": site.language,
    }
    if card.schedule_status == "rescheduled" and card.moved_from:
        told["previousStartDate"] = card.moved_from.astimezone(ZoneInfo(card.time_zone)).isoformat()
    if card.sides:
        away, home = (_team(side, card) for side in card.sides)
        told |= {"awayTeam": away, "homeTeam": home, "competitor": [away, home]}
    if card.sport:
        told["sport"] = card.sport
    return told


def _team(side: CardSide, card: Card) -> Thing:
    return {"@type": "SportsTeam", "name": side.name, **({"sport": card.sport} if card.sport else {})}


def _place(card: Card) -> Thing:
    assert card.place is not None
    parts = {
        "addressLocality": card.place.city,
        "addressRegion": card.place.state,
        "addressCountry": card.place.country,
    }
    address = {"@type": "PostalAddress", **{name: text for name, text in parts.items() if text}}
    return {"@type": "Place", "name": card.place.name, "address": address}


def _video(site: Site, head: Head, card: Card, picture: Picture) -> Thing:
    url = site.canonical(head.path)
    told: Thing = {
        "@type": "VideoObject",
        "@id": site.identity(head.path, "video"),
        "name": card.full_name,
        "description": head.description or card.full_name,
        "url": url,
        "thumbnailUrl": [site.absolute(picture.address)],
        "uploadDate": _moment(card),
        "inLanguage": site.language,
        "isAccessibleForFree": card.pass_type not in COSTS,
        "requiresSubscription": card.pass_type in COSTS,
        **_regions(site, card),
    }
    if card.status in ("", "finished") and card.duration:
        told["duration"] = span(card.duration)
    if card.status:
        told["embedUrl"] = site.absolute(f"/watch_embed/{head.number}")
    if card.status and not _is_due(card):
        told["publication"] = _broadcast(card)
    return told


def _broadcast(card: Card) -> Thing:
    """It is told for a game to come as well: that is how the LIVE badge is asked for."""
    return {
        "@type": "BroadcastEvent",
        "name": card.full_name,
        "isLiveBroadcast": True,
        "startDate": _moment(card),
        "endDate": _moment(card, card.duration),
    }


def _is_due(card: Card) -> bool:
    """Whether its time has come and its stream has not: then nothing may say that it is live."""
    return card.status == "live" and not card.on_air


def _regions(site: Site, card: Card) -> dict[str, Sequence[str]]:
    """From where it may be watched: the channel's rule and the event's own, together."""
    rules = (site.geo, card.geo)
    allowed = [set(rule.allow) for rule in rules if rule.allow]
    blocked = {country for rule in rules for country in rule.block}
    told = {
        "regionsAllowed": sorted(set.intersection(*allowed)) if allowed else [],
        "ineligibleRegion": sorted(blocked),
    }
    return {name: countries for name, countries in told.items() if countries}


def _breadcrumbs(site: Site, head: Head, card: Card) -> Thing:
    above = _LIST_OF["upcoming" if _is_due(card) else card.status]
    way = (
        (site.settings["name"], site.canonical("/")),
        (pick(TITLES[above], site.language), site.canonical(above)),
        (card.full_name, site.canonical(head.path)),
    )
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": address}
        for place, (name, address) in enumerate(way, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _moment(card: Card, after: timedelta = timedelta(0)) -> str:
    """An instant in the zone of the event, `2026-11-21T19:00:00-06:00`."""
    return (card.starts_at + after).astimezone(ZoneInfo(card.time_zone)).isoformat(timespec="seconds")


def span(length: timedelta) -> str:
    """A length of time after ISO 8601: `PT1H30M`, `PT45S`."""
    minutes, seconds = divmod(int(length.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "H"), (minutes, "M"), (seconds, "S"))
    return "PT" + ("".join(f"{count}{unit}" for count, unit in parts if count) or "0S")
