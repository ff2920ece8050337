"""What the catalogue's lists can be asked (api.md, "Catalogue" and "Closed questions")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from marshmallow import Schema, fields, validate

from touchline.catalog.domain.filters import EventFilter, LibraryFilter, ParticipantFilter
from touchline.catalog.domain.passes import PassType
from touchline.catalog.domain.places import Gender
from touchline.catalog.domain.status import StreamStatus
from touchline.platform.http.paging import list_args, page_request
from touchline.platform.http.schemas import Text
from touchline.platform.http.sentences import ClosedSet
from touchline.shared import normalize
from touchline.shared.paging import MOST, PageRequest

LARGEST_ID = 2**31 - 1
YEARS = range(1970, 2200)


class Id(fields.Integer):
    """An id; 0 is allowed where it means all."""

    def __init__(self, least: int = 1, **more: Any) -> None:
        super().__init__(validate=validate.Range(least, LARGEST_ID), load_default=None, **more)


class Ids(fields.List[int]):
    """Ids of the things that alone are to be in the list; without any: all."""

    def __init__(self) -> None:
        one = fields.Integer(validate=validate.Range(1, LARGEST_ID))
        few = validate.Length(max=MOST)
        super().__init__(one, load_default=list, validate=few, metadata={"explode": True})


class Words(Text):
    """A text to look for."""

    def __init__(self, **more: Any) -> None:
        super().__init__(normalize.query, validate=validate.Length(max=200), load_default="", **more)


def closed(values: type[PassType] | type[Gender] | type[StreamStatus], **more: Any) -> fields.Field[Any]:
    """One of a closed set; another value is 422."""
    return ClosedSet(values, load_default=None, **more)


class DayOrInstant(fields.Field[date | datetime]):
    """A day (`2026-11-20`, in the channel's time zone) or an instant with its zone."""

    default_error_messages = {
        "invalid": "Enter a day such as 2026-11-20 or an instant such as 2026-11-20T19:00:00Z"
    }

    def __init__(self, **more: Any) -> None:
        super().__init__(load_default=None, metadata={"type": "string", "example": "2026-11-20"}, **more)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> date | datetime:
        try:  # a "+" that was not encoded arrives as a space
            instant = len(value) != 10
            found = datetime.fromisoformat(value.replace(" ", "+")) if instant else date.fromisoformat(value)
        except (AttributeError, TypeError, ValueError):
            raise self.make_error("invalid") from None
        naive = isinstance(found, datetime) and found.tzinfo is None
        if naive or found.year not in YEARS:
            raise self.make_error("invalid")
        return found


class Statuses(fields.List[StreamStatus]):
    """Where events stand; without any: everywhere."""

    def __init__(self) -> None:
        one = ClosedSet(StreamStatus)
        super().__init__(one, load_default=list, metadata={"explode": True})


class EventFilters(Schema):
    """The filters of `GET /events`; names take an alias or a name."""

    stream_status = Statuses()
    on_air = fields.Boolean(load_default=None)
    event_category_id = Id(0)
    participant_id = Id()
    team = Words()
    group = Words()
    school = Words()
    division = Words()
    sport = Words()
    gender = closed(Gender)
    city = Words()
    state = Words()
    location = Id()
    start_date = DayOrInstant()
    end_date = DayOrInstant()
    type = closed(PassType)
    id = Ids()
    q = Words()


class FavoriteFilters(Schema):
    """The filters of `GET /events/favorite` (rows.yaml, C35)."""

    stream_status = Statuses()
    start_date = DayOrInstant()
    end_date = DayOrInstant()


EVENT_ORDERS = ["event_utc_ts", "name", "id"]
EventListArgs = list_args("EventListArgs", EVENT_ORDERS, base=EventFilters)
FavoriteEventArgs = list_args("FavoriteEventArgs", EVENT_ORDERS, base=FavoriteFilters)


def event_filter(args: Mapping[str, Any]) -> EventFilter:
    """The filter that parsed arguments ask for; category 0 is All."""
    return EventFilter(
        statuses=frozenset(args["stream_status"]),
        on_air=args["on_air"],
        category_id=args["event_category_id"] or None,
        participant_id=args["participant_id"],
        location_id=args["location"],
        team=args["team"],
        group=args["group"],
        school=args["school"],
        division=args["division"],
        sport=args["sport"],
        gender=args["gender"],
        city=args["city"],
        state=args["state"],
        pass_type=args["type"],
        ids=frozenset(args["id"]),
        query=args["q"],
    )


def event_page(args: Mapping[str, Any]) -> PageRequest:
    """By start, ascending; finished ones alone come latest first."""
    request = page_request(args)
    if args["sort_direction"] or args["sort_field"] not in (None, "event_utc_ts"):
        return request
    finished_alone = set(args["stream_status"]) == {StreamStatus.FINISHED}
    return replace(request, sort_direction="desc" if finished_alone else "asc")


class ParticipantFilters(Schema):
    """The filters of `GET /participants`."""

    group = Words()
    event_category_id = Id(0)
    sport = Words()
    gender = closed(Gender)
    q = Words()


ParticipantListArgs = list_args(
    "ParticipantListArgs", ["name", "id"], default="name", no_limit=True, base=ParticipantFilters
)


def participant_filter(args: Mapping[str, Any]) -> ParticipantFilter:
    """The filter that parsed arguments ask for."""
    return ParticipantFilter(
        group=args["group"],
        category_id=args["event_category_id"] or None,
        sport=args["sport"],
        gender=args["gender"],
        query=args["q"],
    )


class LibraryFilters(Schema):
    """The filters of `GET /vod-media-items`; `category` takes an alias."""

    category_id = Id()
    category = Words()
    type = closed(PassType)
    id = Ids()
    q = Words()


class LibrarySearch(Schema):
    """What `GET /vod-media/search` looks for in the titles."""

    title = Words()


LIBRARY_ORDERS = ["date", "title"]
LibraryListArgs = list_args("LibraryListArgs", LIBRARY_ORDERS, base=LibraryFilters)
LibrarySearchArgs = list_args("LibrarySearchArgs", LIBRARY_ORDERS, limit=10, base=LibrarySearch)


def library_filter(args: Mapping[str, Any]) -> LibraryFilter:
    """The filter that parsed arguments ask for; a `title` looks at titles alone."""
    if "title" in args:
        return LibraryFilter(query=args["title"], title_only=True)
    return LibraryFilter(
        category_id=args["category_id"],
        category=args["category"],
        pass_type=args["type"],
        ids=frozenset(args["id"]),
        query=args["q"],
    )


def library_page(args: Mapping[str, Any]) -> PageRequest:
    """By date, newest first; titles from A on."""
    request = page_request(args)
    by_date = args["sort_field"] in (None, "date")
    if args["sort_direction"] or not by_date:
        return request
    return replace(request, sort_direction="desc")


class HomeCategory(Schema):
    """Which category's home page; 0 is All."""

    event_category_id = fields.Integer(load_default=0, validate=validate.Range(0, LARGEST_ID))


HomeRailArgs = list_args("HomeRailArgs", limit=100, base=HomeCategory)
PlaceListArgs = list_args("PlaceListArgs", ["name", "id"], no_limit=True)
CategoryListArgs = list_args("CategoryListArgs", ["weight", "name", "id"], no_limit=True)
RailListArgs = list_args("RailListArgs", ["weight", "title", "id"], no_limit=True)
