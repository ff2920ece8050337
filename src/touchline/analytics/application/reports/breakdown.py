"""Audience reports by content or by viewers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from touchline.analytics.application.reports.labels import (
    DEVICE_LABELS,
    REMOVED_LABEL,
    UNKNOWN_LABEL,
    parse_content_ref,
)
from touchline.analytics.application.reports.queries import (
    ReportData,
    ReportQuery,
    count_doubtful,
    ratio,
    serialize_instant,
    to_minutes,
    translate_store_errors,
)
from touchline.analytics.domain.periods import Period
from touchline.analytics.domain.records import ContentKind, Device
from touchline.analytics.ports.catalog import Catalog, EventSummary, NamedRef
from touchline.analytics.ports.store import AnalyticsStore, AudienceGrouping, AudienceStats
from touchline.shared.strings.localized import localize

MAX_ROWS = 200
REMOVED_KEY = "removed"
"""Key of the row for content that the catalog does not know."""


class Dimension(StrEnum):
    """The dimension of a breakdown. A game counts for each of its teams, and once for each of its schools."""

    EVENT = "event"
    LIBRARY = "library"
    TEAM = "team"
    SCHOOL = "school"
    SPORT = "sport"
    COUNTRY = "country"
    DEVICE = "device"


@dataclass(frozen=True)
class RowLabel:
    """The label of a row. `id` is None if it has none.

    Games of the same teams can have the same name and differ in their start.
    """

    key: str
    id: int | None
    name: str
    starts_at: datetime | None = None


AudienceByLabel = Mapping[RowLabel, AudienceStats]
_GROUPINGS: Mapping[Dimension, Callable[[EventSummary], Iterable[NamedRef]]] = {
    Dimension.TEAM: lambda event: dict.fromkeys(event.teams),
    Dimension.SCHOOL: lambda event: event.schools,
    Dimension.SPORT: lambda event: [event.sport] if event.sport else [],
}


class BreakdownReport:
    """Report: what was watched, in rows of one dimension."""

    def __init__(self, store: AnalyticsStore, catalog: Catalog) -> None:
        self._store = store
        self._catalog = catalog

    @translate_store_errors
    def __call__(self, report_query: ReportQuery, dimension: Dimension) -> ReportData:
        """Return at most 200 rows, those with the most minutes first.

        `share` is relative to all minutes watched. That total comes from the figures by device, because the
        store limits the number of content items.
        """
        total_seconds = sum(
            stats.seconds
            for stats in self._store.get_audience_by(report_query.period, AudienceGrouping.DEVICE).values()
        )
        audience = self._group_audience(report_query.period, dimension, report_query.language)
        previous: dict[str, AudienceStats] | None = None
        if report_query.previous_period:
            previous_audience = self._group_audience(
                report_query.previous_period, dimension, report_query.language
            )
            previous = {label.key: item_audience for label, item_audience in previous_audience.items()}
        sorted_rows = sorted(audience.items(), key=lambda row: (-row[1].seconds, -row[1].views, row[0].key))
        return {
            "span": report_query.serialize_period(),
            "rows": [
                _serialize_row(label, item_audience, total_seconds, previous)
                for label, item_audience in sorted_rows[:MAX_ROWS]
            ],
            "left_out": count_doubtful(self._store, report_query.period),
        }

    def _group_audience(self, period: Period, dimension: Dimension, language: str) -> AudienceByLabel:
        """Return the audience figures of each label."""
        if dimension is Dimension.COUNTRY:
            audience = self._store.get_audience_by(period, AudienceGrouping.COUNTRY)
            return {_country_label(code, language): item_audience for code, item_audience in audience.items()}
        if dimension is Dimension.DEVICE:
            audience = self._store.get_audience_by(period, AudienceGrouping.DEVICE)
            return {
                _device_label(device, language): item_audience for device, item_audience in audience.items()
            }
        return self._group_by_content(
            self._store.get_audience_by(period, AudienceGrouping.CONTENT), dimension, language
        )

    def _group_by_content(
        self, audience: Mapping[str, AudienceStats], dimension: Dimension, language: str
    ) -> AudienceByLabel:
        content_kind = ContentKind.LIBRARY_ITEM if dimension is Dimension.LIBRARY else ContentKind.EVENT
        audience_by_content = {
            parse_content_ref(key): item_audience for key, item_audience in audience.items()
        }
        audience_by_id = {
            content_id: item_audience
            for (kind, content_id), item_audience in audience_by_content.items()
            if kind is content_kind
        }
        if dimension is Dimension.LIBRARY:
            library_items = self._catalog.list_library_item_titles(list(audience_by_id), language)
            return _label_items(
                audience_by_id,
                {content_id: _item_label(content_id, name) for content_id, name in library_items.items()},
                language,
            )
        events = self._catalog.list_events(list(audience_by_id), language)
        if dimension is Dimension.EVENT:
            return _label_items(
                audience_by_id,
                {content_id: _event_label(event) for content_id, event in events.items()},
                language,
            )
        return _aggregate(audience_by_id, events, _GROUPINGS[dimension])


def _aggregate(
    audience: Mapping[int, AudienceStats],
    events: Mapping[int, EventSummary],
    get_groups: Callable[[EventSummary], Iterable[NamedRef]],
) -> AudienceByLabel:
    """Add up views and seconds of games by what they belong to.

    Viewers are not added up, because one viewer can watch several games.
    """
    views, total_seconds = Counter[NamedRef](), Counter[NamedRef]()
    seconds_by_sport: dict[NamedRef, Counter[str]] = defaultdict(Counter)
    for content_id, item_audience in audience.items():
        event = events.get(content_id)
        for group in get_groups(event) if event else ():
            views[group] += item_audience.views
            total_seconds[group] += item_audience.seconds
            seconds_by_sport[group][event.sport[1] if event and event.sport else ""] += (
                item_audience.seconds + 1
            )
    name_counts = Counter(name for _, name in views)
    return {
        RowLabel(
            str(group[0]), group[0], _disambiguate(group, name_counts, seconds_by_sport[group])
        ): AudienceStats(count, total_seconds[group])
        for group, count in views.items()
    }


def _disambiguate(group: NamedRef, name_counts: Counter[str], seconds_by_sport: Counter[str]) -> str:
    """Return the name of a group, with its most watched sport if another group has the same name.

    A school's teams often share a name.
    """
    sport = max(seconds_by_sport, key=lambda candidate: (seconds_by_sport[candidate], candidate))
    return f"{group[1]} ({sport})" if name_counts[group[1]] > 1 and sport else group[1]


def _serialize_row(
    label: RowLabel,
    item_audience: AudienceStats,
    total_seconds: int,
    previous: Mapping[str, AudienceStats] | None,
) -> ReportData:
    previous_audience = previous.get(label.key, AudienceStats()) if previous is not None else None
    return {
        "key": label.key,
        "id": label.id,
        "name": label.name,
        "starts_at": label.starts_at and serialize_instant(label.starts_at),
        "views": item_audience.views,
        "minutes": to_minutes(item_audience.seconds),
        "share": ratio(item_audience.seconds, total_seconds),
        "before_views": previous_audience.views if previous_audience else None,
        "before_minutes": to_minutes(previous_audience.seconds) if previous_audience else None,
    }


def _label_items(
    audience: Mapping[int, AudienceStats], labels: Mapping[int, RowLabel], language: str
) -> AudienceByLabel:
    """Label content items. Items that the catalog does not know form one row, because browsers can invent
    ids.
    """
    labeled = {
        labels[content_id]: item_audience
        for content_id, item_audience in audience.items()
        if content_id in labels
    }
    removed = [item_audience for content_id, item_audience in audience.items() if content_id not in labels]
    if removed:
        removed_total = AudienceStats(
            sum(stats.views for stats in removed), sum(stats.seconds for stats in removed)
        )
        labeled[RowLabel(REMOVED_KEY, None, localize(REMOVED_LABEL, language))] = removed_total
    return labeled


def _item_label(content_id: int, name: str) -> RowLabel:
    return RowLabel(str(content_id), content_id, name)


def _event_label(event: EventSummary) -> RowLabel:
    return replace(_item_label(event.id, event.name), starts_at=event.starts_at)


def _country_label(code: str, language: str) -> RowLabel:
    return RowLabel(code, None, code or localize(UNKNOWN_LABEL, language))


def _device_label(device: str, language: str) -> RowLabel:
    return RowLabel(device, None, localize(DEVICE_LABELS[Device(device)], language))
