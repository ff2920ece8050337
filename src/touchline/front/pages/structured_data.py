"""Structured data for search engines: JSON-LD with the schema.org vocabulary.

The properties follow Google's guides: "Event", "Video" (with the LIVE badge), "Breadcrumb", "Organization".
The data contains no video file URL, because access is checked at playback.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from touchline.catalog.facade import Card, CardSide, FinalResult
from touchline.front.images.share_images import ShareImage
from touchline.front.pages.built_in_pages import PAGE_TITLES
from touchline.front.pages.links import icon_url
from touchline.front.pages.page_heads import PageHead
from touchline.front.site import Site
from touchline.shared.strings.localized import localize

JsonLd = dict[str, Any]
_EVENT_STATUSES = {
    "scheduled": "EventScheduled",
    "postponed": "EventPostponed",
    "rescheduled": "EventRescheduled",
    "canceled": "EventCancelled",
}
_ACTIVE_STATUSES = ("scheduled", "rescheduled")
_LIST_PATHS = {"": "/vod_library", "upcoming": "/upcoming", "live": "/live", "finished": "/vod"}


def build_structured_data(site: Site, head: PageHead, image: ShareImage) -> JsonLd | None:
    """Return the JSON-LD graph of a page; None if there is no data."""
    if not head.is_indexed:
        return None
    if head.card is not None:
        graph = list(_build_card_graph(site, head, head.card, image))
    elif head.path == "/":
        graph = [_website(site), _organization(site)]
    else:
        return None
    return {"@context": "https://schema.org", "@graph": graph}


def _build_card_graph(site: Site, head: PageHead, card: Card, image: ShareImage) -> Iterator[JsonLd]:
    if card.status:
        yield _event(site, head, card, image)
    is_expected = card.status != "finished" and card.schedule_status in _ACTIVE_STATUSES
    if card.is_recorded or (is_expected and (card.is_time_known or card.is_on_air)):
        yield _video(site, head, card, image)
    yield _breadcrumbs(site, head, card)


def _website(site: Site) -> JsonLd:
    return {
        "@type": "WebSite",
        "name": site.settings["name"],
        "alternateName": site.settings["short_name"],
        "url": site.base_url,
        "inLanguage": site.language,
        "publisher": {"@id": site.build_id("/", "organization")},
    }


def _organization(site: Site) -> JsonLd:
    return {
        "@type": "Organization",
        "@id": site.build_id("/", "organization"),
        "name": site.settings["name"],
        "url": site.base_url,
        "logo": site.absolute_url(icon_url(site, 512)),
    }


def _event(site: Site, head: PageHead, card: Card, image: ShareImage) -> JsonLd:
    url = site.canonical_url(head.path)
    virtual_location = {"@type": "VirtualLocation", "url": url}
    mode = "Mixed" if card.location else "Online"
    node: JsonLd = {
        "@type": "SportsEvent" if card.sides else "Event",
        "@id": site.build_id(head.path, "event"),
        "name": card.full_name,
        "description": head.description,
        "url": url,
        "image": [site.absolute_url(image.url)],
        "startDate": _format_local_time(card),
        **({"endDate": _format_local_time(card, card.duration)} if card.is_time_known else {}),
        "eventStatus": f"https://schema.org/{_EVENT_STATUSES[card.schedule_status]}",
        "eventAttendanceMode": f"https://schema.org/{mode}EventAttendanceMode",
        "location": [_place(card), virtual_location] if card.location else virtual_location,
        "organizer": {"@type": "Organization", "name": site.settings["name"], "url": site.base_url},
        "isAccessibleForFree": not card.costs_money,
        "inLanguage": site.language,
    }
    if card.schedule_status == "rescheduled" and card.moved_from:
        node["previousStartDate"] = card.moved_from.astimezone(ZoneInfo(card.time_zone)).isoformat()
    if card.sides:
        away, home = (_team(side, card) for side in card.sides)
        node |= {"awayTeam": away, "homeTeam": home, "competitor": [away, home]}
    if card.sport:
        node["sport"] = card.sport
    if card.final and card.sides:
        node["additionalProperty"] = list(_list_result(card.final, card.sides))
    return node


def _list_result(final: FinalResult, sides: tuple[CardSide, CardSide]) -> Iterator[JsonLd]:
    """Return the result and the score of each team. schema.org has no property for a score."""
    yield {"@type": "PropertyValue", "propertyID": "result", "name": final.sentence, "value": final.text}
    for side, points in zip(sides, (final.away, final.home), strict=True):
        yield {"@type": "PropertyValue", "propertyID": "score", "name": side.name, "value": points}


def _team(side: CardSide, card: Card) -> JsonLd:
    return {"@type": "SportsTeam", "name": side.name, **({"sport": card.sport} if card.sport else {})}


def _place(card: Card) -> JsonLd:
    assert card.location is not None
    parts = {
        "addressLocality": card.location.city,
        "addressRegion": card.location.state,
        "addressCountry": card.location.country,
    }
    address = {"@type": "PostalAddress", **{name: text for name, text in parts.items() if text}}
    return {"@type": "Place", "name": card.location.name, "address": address}


def _video(site: Site, head: PageHead, card: Card, image: ShareImage) -> JsonLd:
    url = site.canonical_url(head.path)
    node: JsonLd = {
        "@type": "VideoObject",
        "@id": site.build_id(head.path, "video"),
        "name": card.full_name,
        "description": head.description or card.full_name,
        "url": url,
        "thumbnailUrl": [site.absolute_url(image.url)],
        "uploadDate": _format_local_time(card),
        "inLanguage": site.language,
        "isAccessibleForFree": not card.costs_money,
        "requiresSubscription": card.costs_money,
        **_regions(site, card),
    }
    if card.status in ("", "finished") and card.duration:
        node["duration"] = format_duration(card.duration)
    if card.status:
        node["embedUrl"] = site.absolute_url(f"/watch_embed/{head.number}")
    if card.status and card.is_time_known and not _is_overdue(card):
        node["publication"] = _broadcast(card)
    return node


def _broadcast(card: Card) -> JsonLd:
    """Return the broadcast node. Upcoming events include it too, because it requests the LIVE badge."""
    return {
        "@type": "BroadcastEvent",
        "name": card.full_name,
        "isLiveBroadcast": True,
        "startDate": _format_local_time(card),
        "endDate": _format_local_time(card, card.duration),
    }


def _is_overdue(card: Card) -> bool:
    """Return whether the event should have started but has no stream. Such an event must not be marked
    live."""
    return card.status == "live" and not card.is_on_air


def _regions(site: Site, card: Card) -> dict[str, Sequence[str]]:
    """Return the allowed and blocked regions, from the channel's rule and the event's rule combined."""
    rules = (site.geo, card.geo)
    allowed = [set(rule.allow) for rule in rules if rule.allow]
    blocked = {country for rule in rules for country in rule.block}
    node = {
        "regionsAllowed": sorted(set.intersection(*allowed)) if allowed else [],
        "ineligibleRegion": sorted(blocked),
    }
    return {name: countries for name, countries in node.items() if countries}


def _breadcrumbs(site: Site, head: PageHead, card: Card) -> JsonLd:
    parent_path = _LIST_PATHS["upcoming" if _is_overdue(card) else card.status]
    crumbs = (
        (site.settings["name"], site.canonical_url("/")),
        (localize(PAGE_TITLES[parent_path], site.language), site.canonical_url(parent_path)),
        (card.full_name, site.canonical_url(head.path)),
    )
    items = [
        {"@type": "ListItem", "position": position, "name": name, "item": url}
        for position, (name, url) in enumerate(crumbs, 1)
    ]
    return {"@type": "BreadcrumbList", "itemListElement": items}


def _format_local_time(card: Card, after: timedelta = timedelta(0)) -> str:
    """Return a time in the event's time zone: `2026-11-21T19:00:00-06:00`; the day if it has no time yet."""
    local = (card.starts_at + after).astimezone(ZoneInfo(card.time_zone))
    return local.isoformat(timespec="seconds") if card.is_time_known else local.date().isoformat()


def format_duration(duration: timedelta) -> str:
    """Return an ISO 8601 duration: `PT1H30M`, `PT45S`."""
    minutes, seconds = divmod(int(duration.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    parts = ((hours, "H"), (minutes, "M"), (seconds, "S"))
    return "PT" + ("".join(f"{count}{unit}" for count, unit in parts if count) or "0S")
