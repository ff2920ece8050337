"""What was watched, by what it was or by who watched it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from touchline.analytics.application.reports_asked import (
    Answer,
    Question,
    answered,
    left_out_of,
    minutes_of,
    share_of,
    told_instant,
)
from touchline.analytics.application.reports_words import DEVICES, REMOVED, UNKNOWN, read_thing
from touchline.analytics.domain.facts import Device, ThingKind
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.catalogue import Catalogue, Game, Named
from touchline.analytics.ports.store import AnalyticsStore, By, Watched
from touchline.shared.text import pick

MOST_ROWS = 200
GONE = "removed"
"""The key of what the catalogue does not know."""


class Dimension(StrEnum):
    """By what. A game counts for each of its teams, and for each of its schools once."""

    EVENT = "event"
    LIBRARY = "library"
    TEAM = "team"
    SCHOOL = "school"
    SPORT = "sport"
    COUNTRY = "country"
    DEVICE = "device"


@dataclass(frozen=True)
class Label:
    """What a row is called; `id` is None where it has none. Games of the same teams bear one name and
    begin at different times."""

    key: str
    id: int | None
    name: str
    starts_at: datetime | None = None


Counted = Mapping[Label, Watched]
_FOLDED: Mapping[Dimension, Callable[[Game], Iterable[Named]]] = {
    Dimension.TEAM: lambda game: dict.fromkeys(game.teams),
    Dimension.SCHOOL: lambda game: game.schools,
    Dimension.SPORT: lambda game: [game.sport] if game.sport else [],
}


class WatchedBy:
    """Tells what was watched in rows."""

    def __init__(self, store: AnalyticsStore, catalogue: Catalogue) -> None:
        self._store = store
        self._catalogue = catalogue

    @answered
    def __call__(self, asked: Question, dimension: Dimension) -> Answer:
        """At most 200 rows, the one with most minutes first. `share` is of all minutes that were watched, by
        whatever device: of things the store does not tell all."""
        seconds = sum(one.seconds for one in self._store.watched_by(asked.span, By.DEVICE).values())
        found = self._counted(asked.span, dimension, asked.language)
        before: dict[str, Watched] | None = None
        if asked.before:
            earlier = self._counted(asked.before, dimension, asked.language)
            before = {label.key: watched for label, watched in earlier.items()}
        most = sorted(found.items(), key=lambda row: (-row[1].seconds, -row[1].views, row[0].key))
        return {
            "span": asked.told(),
            "rows": [_row(label, watched, seconds, before) for label, watched in most[:MOST_ROWS]],
            "left_out": left_out_of(self._store, asked.span),
        }

    def _counted(self, span: Span, dimension: Dimension, language: str) -> Counted:
        """What was watched for each label."""
        if dimension is Dimension.COUNTRY:
            found = self._store.watched_by(span, By.COUNTRY)
            return {_country(code, language): watched for code, watched in found.items()}
        if dimension is Dimension.DEVICE:
            found = self._store.watched_by(span, By.DEVICE)
            return {_device(device, language): watched for device, watched in found.items()}
        return self._things(self._store.watched_by(span, By.THING), dimension, language)

    def _things(self, found: Mapping[str, Watched], dimension: Dimension, language: str) -> Counted:
        wanted = ThingKind.VOD if dimension is Dimension.LIBRARY else ThingKind.EVENT
        things = {read_thing(key): watched for key, watched in found.items()}
        own = {number: watched for (kind, number), watched in things.items() if kind is wanted}
        if dimension is Dimension.LIBRARY:
            films = self._catalogue.films(list(own), language)
            return _labelled(own, {number: _named(number, name) for number, name in films.items()}, language)
        games = self._catalogue.games(list(own), language)
        if dimension is Dimension.EVENT:
            return _labelled(own, {number: _game(game) for number, game in games.items()}, language)
        return _folded(own, games, _FOLDED[dimension])


def _folded(
    found: Mapping[int, Watched], games: Mapping[int, Game], parts: Callable[[Game], Iterable[Named]]
) -> Counted:
    """Views and seconds of games added up by what they belong to. Who watched two of them is one viewer: how
    many that were cannot be told."""
    views, seconds = Counter[Named](), Counter[Named]()
    sports: dict[Named, Counter[str]] = defaultdict(Counter)
    for number, watched in found.items():
        game = games.get(number)
        for part in parts(game) if game else ():
            views[part] += watched.views
            seconds[part] += watched.seconds
            sports[part][game.sport[1] if game and game.sport else ""] += watched.seconds + 1
    names = Counter(name for _, name in views)
    return {
        Label(str(part[0]), part[0], _told_apart(part, names, sports[part])): Watched(count, seconds[part])
        for part, count in views.items()
    }


def _told_apart(part: Named, names: Counter[str], sports: Counter[str]) -> str:
    """A name that two have gets the sport that was watched most: a school's teams are often called alike."""
    sport = max(sports, key=lambda one: (sports[one], one))
    return f"{part[1]} ({sport})" if names[part[1]] > 1 and sport else part[1]


def _row(label: Label, watched: Watched, seconds: int, before: Mapping[str, Watched] | None) -> Answer:
    earlier = before.get(label.key, Watched()) if before is not None else None
    return {
        "key": label.key,
        "id": label.id,
        "name": label.name,
        "starts_at": label.starts_at and told_instant(label.starts_at),
        "views": watched.views,
        "minutes": minutes_of(watched.seconds),
        "share": share_of(watched.seconds, seconds),
        "before_views": earlier.views if earlier else None,
        "before_minutes": minutes_of(earlier.seconds) if earlier else None,
    }


def _labelled(found: Mapping[int, Watched], labels: Mapping[int, Label], language: str) -> Counted:
    """What the catalogue does not know is one row: a browser may have made it up."""
    known = {labels[number]: watched for number, watched in found.items() if number in labels}
    gone = [watched for number, watched in found.items() if number not in labels]
    if gone:
        whole = Watched(sum(one.views for one in gone), sum(one.seconds for one in gone))
        known[Label(GONE, None, pick(REMOVED, language))] = whole
    return known


def _named(number: int, name: str) -> Label:
    return Label(str(number), number, name)


def _game(game: Game) -> Label:
    return replace(_named(game.id, game.name), starts_at=game.starts_at)


def _country(code: str, language: str) -> Label:
    return Label(code, None, code or pick(UNKNOWN, language))


def _device(device: str, language: str) -> Label:
    return Label(device, None, pick(DEVICES[Device(device)], language))
