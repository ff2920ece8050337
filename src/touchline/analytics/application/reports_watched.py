"""Who watches now, and what was watched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime

from touchline.analytics.application.reports_asked import (
    Answer,
    Question,
    answered,
    minutes_of,
    told_instant,
    told_span,
)
from touchline.analytics.application.reports_words import REMOVED, names_of
from touchline.analytics.domain.counting import MINUTE
from touchline.analytics.domain.folding import by_day
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.catalogue import Catalogue
from touchline.analytics.ports.channel_facts import ChannelFacts
from touchline.analytics.ports.store import AnalyticsStore, Thing, Totals
from touchline.shared.clock import Clock
from touchline.shared.text import pick

NOW_SECONDS = 60
"""Whoever told of viewing within this time is watching: a page tells each ten seconds, in the background each
minute, and what it tells is kept within two."""
NOW_MINUTES = 30
MOST_NOW = 200


class WatchingNow:
    """Tells who is watching at this moment."""

    def __init__(
        self, store: AnalyticsStore, catalogue: Catalogue, channel_facts: ChannelFacts, clock: Clock
    ) -> None:
        self._store = store
        self._catalogue = catalogue
        self._channel_facts = channel_facts
        self._clock = clock

    @answered
    def __call__(self, language: str = "") -> Answer:
        """Viewers by thing, the 200 with most of them, and by minute: the last 30 that are over, none left
        out. One who watches two things is one viewer, and stands with both. What the catalogue does not know
        is one thing of each kind, and has no id (0)."""
        facts, at = self._channel_facts.now(), int(self._clock.now().timestamp())
        present = self._store.viewers_now(facts.id, at - NOW_SECONDS)
        most = dict(sorted(present.items(), key=_most_first)[:MOST_NOW])
        first = (at // MINUTE - NOW_MINUTES) * MINUTE
        minutes = self._store.viewers_by_minute(facts.id, first)
        language = language or facts.language
        names = names_of(most, self._catalogue, language)
        shown = Counter[Thing]()
        for thing, viewers in most.items():
            shown[thing if thing in names else (thing[0], 0)] += viewers
        return {
            "at": _instant(at),
            "viewers": self._store.sessions_now(facts.id, at - NOW_SECONDS),
            "things": [
                {
                    "kind": thing[0].value,
                    "id": thing[1],
                    "name": names.get(thing, pick(REMOVED, language)),
                    "viewers": viewers,
                }
                for thing, viewers in sorted(shown.items(), key=_most_first)
            ],
            "minutes": [
                {"at": _instant(minute), "viewers": minutes.get(minute, 0)}
                for minute in range(first, first + NOW_MINUTES * MINUTE, MINUTE)
            ],
        }


class Overview:
    """Tells how much was watched, in all and day by day."""

    def __init__(self, store: AnalyticsStore) -> None:
        self._store = store

    @answered
    def __call__(self, asked: Question) -> Answer:
        """Totals and days, and the same of the time before. `left_out` counts doubtful reports."""
        before = asked.before
        left_out = self._left_out(asked.span)
        return {
            "span": asked.told(),
            "before_span": told_span(before) if before else None,
            "totals": _totals(self._store.totals(asked.span)),
            "before": _totals(self._store.totals(before)) if before else None,
            "days": [
                {**day, "left_out": left_out[date.fromisoformat(day["day"])]}
                for day in self._days(asked.span)
            ],
            "before_days": self._days(before) if before else None,
            "left_out": sum(left_out.values()),
        }

    def _left_out(self, span: Span) -> Counter[date]:
        found = Counter[date]()
        for at, count in self._store.doubtful_through(span).items():
            found[span.day_of(at)] += count
        return found

    def _days(self, span: Span) -> list[Answer]:
        days = by_day(span, self._store.watched_through(span))
        return [
            {
                "day": day.isoformat(),
                "views": sum(one.views for one in found),
                "minutes": minutes_of(sum(one.seconds for one in found)),
            }
            for day, found in days.items()
        ]


def _most_first(each: tuple[Thing, int]) -> tuple[int, str, int]:
    (kind, number), viewers = each
    return -viewers, kind.value, number


def _totals(totals: Totals) -> Mapping[str, int | float]:
    return {
        "sessions": totals.sessions,
        "page_visits": totals.page_visits,
        "views": totals.watched.views,
        "minutes": minutes_of(totals.watched.seconds),
        "viewers": totals.watched.viewers,
    }


def _instant(at: int) -> str:
    return told_instant(datetime.fromtimestamp(at, UTC))
