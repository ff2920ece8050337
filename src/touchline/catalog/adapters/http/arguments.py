"""Query parameters of the catalog's lists (api.md, "Catalog" and "Closed questions")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from marshmallow import Schema, fields, validate

from touchline.catalog.domain.events.status import StreamStatus
from touchline.catalog.domain.filters import EventFilter, LibraryFilter, ParticipantFilter
from touchline.catalog.domain.passes import PassType
from touchline.catalog.domain.taxonomy import Gender
from touchline.platform.http.caching import skip_cache
from touchline.platform.http.paging import build_page_request, list_args_schema
from touchline.platform.http.schemas import NormalizedString
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.paging import MAX_LIMIT, PageRequest
from touchline.shared.strings import normalize

MAX_ID = 2**31 - 1
YEAR_RANGE = range(1970, 2200)


class IdField(fields.Integer):
    """ID field. It allows 0 where 0 means all."""

    def __init__(self, minimum: int = 1, **options: Any) -> None:
        super().__init__(validate=validate.Range(minimum, MAX_ID), load_default=None, **options)


class IdListField(fields.List[int]):
    """List of IDs to include. An empty list means all."""

    def __init__(self) -> None:
        item_field = fields.Integer(validate=validate.Range(1, MAX_ID))
        max_length = validate.Length(max=MAX_LIMIT)
        super().__init__(item_field, load_default=list, validate=max_length, metadata={"explode": True})


class SearchTextField(NormalizedString):
    """Search text."""

    def __init__(self, **options: Any) -> None:
        super().__init__(normalize.query, validate=validate.Length(max=200), load_default="", **options)


def enum_field(
    values: type[PassType] | type[Gender] | type[StreamStatus], **options: Any
) -> fields.Field[Any]:
    """Return a field for one value of an enumeration. Other values are 422."""
    return EnumField(values, load_default=None, **options)


class DateOrInstantField(fields.Field[date | datetime]):
    """Day (`2026-11-20`, in the channel's time zone), or a date and time with its zone."""

    default_error_messages = {
        "invalid": ErrorMessage(
            "errors.invalid_date",
            "Enter a date such as 2026-11-20 or a date and time such as 2026-11-20T19:00:00Z",
        )
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(load_default=None, metadata={"type": "string", "example": "2026-11-20"}, **options)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **options: Any
    ) -> date | datetime:
        try:  # a "+" that was not percent-encoded arrives as a space
            is_instant = len(value) != 10
            parsed = (
                datetime.fromisoformat(value.replace(" ", "+")) if is_instant else date.fromisoformat(value)
            )
        except (AttributeError, TypeError, ValueError):
            raise self.make_error("invalid") from None
        is_naive = isinstance(parsed, datetime) and parsed.tzinfo is None
        if is_naive or parsed.year not in YEAR_RANGE:
            raise self.make_error("invalid")
        return parsed


class StatusListField(fields.List[StreamStatus]):
    """List of event statuses to include. An empty list means all."""

    def __init__(self) -> None:
        item_field = EnumField(StreamStatus)
        super().__init__(item_field, load_default=list, metadata={"explode": True})


class EventFiltersSchema(Schema):
    """Filters of `GET /events`. Names can be aliases or names."""

    stream_status = StatusListField()
    on_air = fields.Boolean(load_default=None)
    event_category_id = IdField(0)
    participant_id = IdField()
    team = SearchTextField()
    group = SearchTextField()
    school = SearchTextField()
    division = SearchTextField()
    sport = SearchTextField()
    gender = enum_field(Gender)
    city = SearchTextField()
    state = SearchTextField()
    location = IdField()
    start_date = DateOrInstantField()
    end_date = DateOrInstantField()
    type = enum_field(PassType)
    id = IdListField()
    q = SearchTextField()


class FavoriteFiltersSchema(Schema):
    """Filters of `GET /events/favorite` (rows.yaml, C35)."""

    stream_status = StatusListField()
    start_date = DateOrInstantField()
    end_date = DateOrInstantField()


EVENT_SORT_FIELDS = ["event_utc_ts", "name", "id"]
EventListArgsSchema = list_args_schema("EventListArgs", EVENT_SORT_FIELDS, base=EventFiltersSchema)
FavoriteEventArgsSchema = list_args_schema("FavoriteEventArgs", EVENT_SORT_FIELDS, base=FavoriteFiltersSchema)


def parse_event_filter(args: Mapping[str, Any]) -> EventFilter:
    """Return the filter for parsed arguments. Category 0 means all."""
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
        query=_parse_query(args),
    )


def parse_event_page(args: Mapping[str, Any]) -> PageRequest:
    """Return the page request: by start, ascending; if only finished events are requested, latest first."""
    request = build_page_request(args)
    if args["sort_direction"] or args["sort_field"] not in (None, "event_utc_ts"):
        return request
    finished_only = set(args["stream_status"]) == {StreamStatus.FINISHED}
    return replace(request, sort_direction="desc" if finished_only else "asc")


class ParticipantFiltersSchema(Schema):
    """Filters of `GET /participants`."""

    group = SearchTextField()
    event_category_id = IdField(0)
    sport = SearchTextField()
    gender = enum_field(Gender)
    q = SearchTextField()


ParticipantListArgsSchema = list_args_schema(
    "ParticipantListArgs", ["name", "id"], default="name", no_limit=True, base=ParticipantFiltersSchema
)


def _parse_query(args: Mapping[str, Any]) -> str:
    """Return the search text. Skip the response cache: the search index changes without a table version."""
    if args["q"]:
        skip_cache()
    return str(args["q"])


def parse_participant_filter(args: Mapping[str, Any]) -> ParticipantFilter:
    """Return the filter for parsed arguments."""
    return ParticipantFilter(
        group=args["group"],
        category_id=args["event_category_id"] or None,
        sport=args["sport"],
        gender=args["gender"],
        query=_parse_query(args),
    )


class LibraryFiltersSchema(Schema):
    """Filters of `GET /vod-media-items`. `category` is an alias."""

    category_id = IdField()
    category = SearchTextField()
    type = enum_field(PassType)
    id = IdListField()
    q = SearchTextField()


class LibrarySearchSchema(Schema):
    """Query of `GET /vod-media/search`, which searches the titles."""

    title = SearchTextField()


LIBRARY_SORT_FIELDS = ["date", "title"]
LibraryListArgsSchema = list_args_schema("LibraryListArgs", LIBRARY_SORT_FIELDS, base=LibraryFiltersSchema)
LibrarySearchArgsSchema = list_args_schema(
    "LibrarySearchArgs", LIBRARY_SORT_FIELDS, limit=10, base=LibrarySearchSchema
)


def parse_library_filter(args: Mapping[str, Any]) -> LibraryFilter:
    """Return the filter for parsed arguments. A `title` searches only the titles."""
    if "title" in args:
        return LibraryFilter(query=args["title"], title_only=True)
    return LibraryFilter(
        category_id=args["category_id"],
        category=args["category"],
        pass_type=args["type"],
        ids=frozenset(args["id"]),
        query=_parse_query(args),
    )


def parse_library_page(args: Mapping[str, Any]) -> PageRequest:
    """Return the page request: by date, newest first; by title, ascending."""
    request = build_page_request(args)
    sorts_by_date = args["sort_field"] in (None, "date")
    if args["sort_direction"] or not sorts_by_date:
        return request
    return replace(request, sort_direction="desc")


class HomeCategorySchema(Schema):
    """Category of the home page. 0 means all."""

    event_category_id = fields.Integer(load_default=0, validate=validate.Range(0, MAX_ID))


HomeRailArgsSchema = list_args_schema("HomeRailArgs", limit=100, base=HomeCategorySchema)
TaxonomyListArgsSchema = list_args_schema("PlaceListArgs", ["name", "id"], no_limit=True)
CategoryListArgsSchema = list_args_schema("CategoryListArgs", ["weight", "name", "id"], no_limit=True)
RailListArgsSchema = list_args_schema("RailListArgs", ["weight", "title", "id"], no_limit=True)
