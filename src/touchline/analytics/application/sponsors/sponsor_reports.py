"""Reports of sponsors, for operators and for the sponsors themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from touchline.analytics.application.reports.queries import ReportData, ReportQuery
from touchline.analytics.domain.sponsors.figures import AdFigures, DayFigures, sum_figures
from touchline.analytics.ports.catalog import Catalog, EventSummary
from touchline.analytics.ports.sponsors import AdTargets, AdViews, SponsorDetails, Sponsors
from touchline.shared.errors import NotFoundError


@dataclass(frozen=True)
class SponsorReports:
    """Queries for the figures of sponsors. A report reads its figures with one query."""

    sponsors: Sponsors
    views: AdViews
    catalog: Catalog
    targets: AdTargets

    def list_sponsors(self, query: ReportQuery) -> ReportData:
        """Return each sponsor with its figures in the period, and those of removed sponsors with figures."""
        period = query.period
        figures = self.views.sum_by_sponsor(period.first, period.last)
        sponsors = self.sponsors.list_sponsors(query.language)
        known = {sponsor.key for sponsor in sponsors}
        removed = [SponsorDetails(key, key, is_archived=True) for key in sorted(figures.keys() - known)]
        return {
            "span": query.serialize_period(),
            "sponsors": [
                {**_serialize_sponsor(sponsor), "figures": serialize(figures.get(sponsor.key, AdFigures()))}
                for sponsor in (*sponsors, *removed)
            ],
            "totals": serialize(sum_figures(figures.values())),
        }

    def get(self, key: str, query: ReportQuery, *, for_sponsor: bool = False) -> ReportData:
        """Return the figures of a sponsor in total, by day, by event, and by both.

        `for_sponsor` leaves out the contact, and the names of events that the channel does not show to
        everybody. Raises `NotFoundError` for an unknown sponsor.
        """
        period = query.period
        rows = self.views.list_days(key, period.first, period.last)
        sponsor = self._find(key, query.language, has_figures=bool(rows))
        events = self._list_events(rows, query.language, for_sponsor=for_sponsor)
        by_day: defaultdict[Any, AdFigures] = defaultdict(AdFigures)
        by_event: defaultdict[int, AdFigures] = defaultdict(AdFigures)
        for row in rows:
            by_day[row.day] += row.figures
            by_event[row.event_id] += row.figures
        name, url = self.sponsors.get_site()
        ordered = sorted(by_event.items(), key=lambda item: (-item[1].impressions, item[0]))
        return {
            "span": query.serialize_period(),
            "channel": {"name": name, "url": url},
            "sponsor": _serialize_sponsor(sponsor, with_contact=not for_sponsor),
            "totals": serialize(sum_figures(row.figures for row in rows)),
            "days": [{"day": day.isoformat(), **serialize(by_day[day])} for day in period.days],
            "events": [
                {**_serialize_event(event_id, events), **serialize(figures)} for event_id, figures in ordered
            ],
            "rows": [
                {
                    "day": row.day.isoformat(),
                    **_serialize_event(row.event_id, events),
                    **serialize(row.figures),
                }
                for row in rows
            ],
        }

    def require(self, key: str, language: str) -> SponsorDetails:
        """Return a sponsor of the channel. Raises `NotFoundError`."""
        return self._find(key, language, has_figures=False)

    def _find(self, key: str, language: str, *, has_figures: bool) -> SponsorDetails:
        for sponsor in self.sponsors.list_sponsors(language):
            if sponsor.key == key:
                return sponsor
        if not has_figures:
            raise NotFoundError
        return SponsorDetails(key, key, is_archived=True)

    def _list_events(
        self, rows: Sequence[DayFigures], language: str, *, for_sponsor: bool
    ) -> Mapping[int, EventSummary]:
        event_ids = {row.event_id for row in rows}
        events = self.catalog.list_events(event_ids, language)
        if not for_sponsor:
            return events
        public = self.targets.list_public(event_ids, language)
        return {event_id: event for event_id, event in events.items() if event_id in public}


def serialize(figures: AdFigures) -> ReportData:
    """Serialize figures with their rates."""
    return {
        **asdict(figures),
        "completion_rate": figures.completion_rate,
        "click_rate": figures.click_rate,
    }


def _serialize_event(event_id: int, events: Mapping[int, EventSummary]) -> ReportData:
    event = events.get(event_id)
    return {"event_id": event_id, "event": event.name if event else None}


def _serialize_sponsor(sponsor: SponsorDetails, *, with_contact: bool = True) -> ReportData:
    data = {
        "key": sponsor.key,
        "name": sponsor.name,
        "logo": sponsor.logo,
        "url": sponsor.url,
        "is_archived": sponsor.is_archived,
    }
    if not with_contact:
        return data
    return {
        **data,
        "email": sponsor.email,
        "daily_cap": sponsor.daily_cap,
        "prerolls": sponsor.prerolls,
    }
