"""Stand-ins for tests of use cases."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from touchline.analytics.domain.counting import (
    BITRATE_STEP,
    FUNNEL,
    LAST_STARTUP,
    MINUTE,
    STARTUP_STEP,
    STRETCH,
    places,
)
from touchline.analytics.domain.facts import Batch, Fact, Happening, Side, ViewFact, What
from touchline.analytics.domain.spans import Span
from touchline.analytics.ports.store import (
    MOST_THINGS,
    By,
    Quality,
    QualityStretch,
    StoreUnavailable,
    Stretch,
    Thing,
    Totals,
    Watched,
)
from touchline.shared.ids import ChannelId

Key = TypeVar("Key")
_DAY = 86_400


class MemoryStore:
    """`AnalyticsStore` in a list; it answers as the others do. `away` makes it unavailable."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []
        self.marks: dict[str, int] = {}
        self.gone: Counter[tuple[int, str]] = Counter()
        self.away = False

    def write(self, batch: Batch) -> None:
        """By the mark."""
        self.check()
        mark = self.marks.get(batch.file, 0)
        if batch.last <= mark:
            return
        if batch.first < mark:
            raise ValueError(batch.file)
        self.facts.extend(batch.facts)
        self.gone.update(batch.dropped)
        self.marks[batch.file] = batch.last

    def read_to(self, file: str) -> int:
        """The mark."""
        self.check()
        return self.marks.get(file, 0)

    def forget_file(self, file: str) -> None:
        """No mark."""
        self.marks.pop(file, None)

    def viewers_now(self, channel_id: ChannelId, since: int) -> Mapping[Thing, int]:
        """Sets of sessions."""
        found = self._viewing(channel_id, since)
        return _distinct(((fact.thing_kind, fact.thing_id), fact.visitor.session) for fact in found)

    def sessions_now(self, channel_id: ChannelId, since: int) -> int:
        """A set of sessions."""
        return len({fact.visitor.session for fact in self._viewing(channel_id, since)})

    def viewers_by_minute(self, channel_id: ChannelId, since: int) -> Mapping[int, int]:
        """Sets of sessions."""
        found = self._viewing(channel_id, since)
        return _distinct((fact.at // MINUTE * MINUTE, fact.visitor.session) for fact in found)

    def totals(self, span: Span) -> Totals:
        """Counted plainly."""
        found = list(self._of(span))
        visits = [fact for fact in found if isinstance(fact, Happening) and fact.name == "visit_page"]
        sessions = {fact.visitor.session for fact in found}
        return Totals(len(sessions), len(visits), _watched(list(self._views(span))))

    def watched_by(self, span: Span, by: By) -> Mapping[str, Watched]:
        """Grouped, then counted."""
        keys: Mapping[By, Callable[[ViewFact], str]] = {
            By.THING: lambda fact: f"{fact.thing_kind.value}:{fact.thing_id}",
            By.COUNTRY: lambda fact: fact.visitor.country,
            By.DEVICE: lambda fact: fact.visitor.device.value,
        }
        groups = _grouped(self._views(span, What.FIRST_FRAME, What.VIEWING), keys[by])
        found = {key: _watched(facts) for key, facts in groups.items()}
        most = sorted(found.items(), key=lambda each: (-each[1].seconds, -each[1].views, each[0]))
        return dict(most[: MOST_THINGS if by is By.THING else None])

    def watched_through(self, span: Span, things: Sequence[Thing] | None = None) -> Sequence[Stretch]:
        """Grouped, then counted."""
        found = [
            fact
            for fact in self._views(span, What.FIRST_FRAME, What.VIEWING)
            if things is None or (fact.thing_kind, fact.thing_id) in things
        ]
        counted = {at: _watched(facts) for at, facts in _grouped(found, _stretch).items()}
        return [Stretch(at, each.views, each.seconds) for at, each in sorted(counted.items())]

    def quality(self, span: Span, thing: Thing | None = None) -> Quality:
        """Counted plainly."""
        facts = [
            fact for fact in self._views(span) if thing is None or (fact.thing_kind, fact.thing_id) == thing
        ]
        first, viewing, stalls, errors = (
            [fact for fact in facts if fact.what is what]
            for what in (What.FIRST_FRAME, What.VIEWING, What.STALL, What.ERROR)
        )
        bitrates, stall_ms = Counter[int](), Counter[Side]()
        for fact in viewing:
            if fact.bitrate > 0:
                bitrates[fact.bitrate // BITRATE_STEP * BITRATE_STEP] += fact.seconds
        for fact in stalls:
            stall_ms[fact.side or Side.UNKNOWN] += fact.stall_ms
        return Quality(
            len({fact.view for fact in first}),
            sum(fact.seconds for fact in viewing),
            _distinct(
                (min(fact.startup_ms, LAST_STARTUP) // STARTUP_STEP * STARTUP_STEP, fact.view)
                for fact in first
                if fact.startup_ms > 0
            ),
            dict(bitrates),
            len({fact.view for fact in stalls}),
            len({fact.view for fact in errors}),
            dict(stall_ms),
            dict(Counter(fact.side or Side.UNKNOWN for fact in stalls)),
            dict(Counter(fact.side or Side.UNKNOWN for fact in errors)),
            len({fact.view for fact in (*first, *errors)}),
        )

    def quality_through(self, span: Span, thing: Thing | None = None) -> Sequence[QualityStretch]:
        """Grouped, then counted."""
        found = [
            fact
            for fact in self._views(span, What.FIRST_FRAME, What.STALL, What.ERROR)
            if thing is None or (fact.thing_kind, fact.thing_id) == thing
            if fact.what is not What.FIRST_FRAME or fact.startup_ms > 0
        ]
        groups = _grouped(found, _stretch)
        return [
            QualityStretch(
                at,
                len({fact.view for fact in facts if fact.what is What.FIRST_FRAME}),
                sum(fact.startup_ms for fact in facts if fact.what is What.FIRST_FRAME),
                sum(fact.what is What.STALL for fact in facts),
                sum(fact.what is What.ERROR for fact in facts),
            )
            for at, facts in sorted(groups.items())
        ]

    def funnel(self, span: Span) -> Mapping[str, int]:
        """Sets of sessions."""
        found = [fact for fact in self._of(span) if isinstance(fact, Happening)]
        return {
            step: len({fact.visitor.session for fact in found if fact.name in names})
            for step, names in FUNNEL.items()
        }

    def retention(self, channel_id: ChannelId, thing: Thing, step: int) -> Mapping[int, int]:
        """Sets of views."""
        found = [fact for fact in self._viewing(channel_id, 0) if (fact.thing_kind, fact.thing_id) == thing]
        return _distinct(
            (place * step, fact.view)
            for fact in found
            if fact.seconds > 0
            for place in places(fact.position, fact.seconds, step)
        )

    def doubtful_through(self, span: Span) -> Mapping[int, int]:
        """Counted plainly."""
        return Counter(
            fact.at // STRETCH * STRETCH
            for fact in self.facts
            if fact.visitor.channel_id == span.channel_id
            and fact.visitor.is_doubtful
            and not fact.visitor.is_bot
            and span.since <= fact.at < span.until
        )

    def dropped(self, since_day: int) -> Mapping[str, int]:
        """By reason."""
        self.check()
        found = Counter[str]()
        for (day, reason), count in sorted(self.gone.items(), key=lambda each: each[0][1]):
            if day >= since_day:
                found[reason] += count
        return dict(found)

    def forget_person(self, channel_id: ChannelId, person: str) -> None:
        """The same facts without it."""
        self.check()
        self.facts = [
            replace(fact, visitor=replace(fact.visitor, person=""))
            if (fact.visitor.channel_id, fact.visitor.person) == (channel_id, person)
            else fact
            for fact in self.facts
        ]

    def prune(self, before: int) -> int:
        """Those that are left."""
        self.check()
        left = [fact for fact in self.facts if fact.at >= before]
        count = len(self.facts) - len(left)
        self.facts = left
        self.gone = Counter({key: n for key, n in self.gone.items() if key[0] >= before // _DAY})
        return count

    def check(self) -> None:
        """Raise while it is away."""
        if self.away:
            raise StoreUnavailable("The store of facts is away.")

    def _of(self, span: Span) -> Iterator[Fact]:
        return (fact for fact in self._people(span.channel_id) if span.since <= fact.at < span.until)

    def _views(self, span: Span, *what: What) -> Iterator[ViewFact]:
        for fact in self._of(span):
            if isinstance(fact, ViewFact) and (not what or fact.what in what):
                yield fact

    def _viewing(self, channel_id: ChannelId, since: int) -> Iterator[ViewFact]:
        for fact in self._people(channel_id):
            if isinstance(fact, ViewFact) and fact.what is What.VIEWING and fact.at >= since:
                yield fact

    def _people(self, channel_id: ChannelId) -> Iterator[Fact]:
        self.check()
        for fact in self.facts:
            if fact.visitor.channel_id == channel_id and not (
                fact.visitor.is_bot or fact.visitor.is_doubtful
            ):
                yield fact


def _stretch(fact: ViewFact) -> int:
    return fact.at // STRETCH * STRETCH


def _watched(facts: Sequence[ViewFact]) -> Watched:
    begun = [fact for fact in facts if fact.what is What.FIRST_FRAME]
    viewing = [fact for fact in facts if fact.what is What.VIEWING]
    return Watched(
        len({fact.view for fact in begun}),
        sum(fact.seconds for fact in viewing),
        len({fact.visitor.session for fact in (*begun, *viewing)}),
    )


def _grouped(
    facts: Iterator[ViewFact] | Sequence[ViewFact], key: Callable[[ViewFact], Key]
) -> dict[Key, list[ViewFact]]:
    groups: dict[Key, list[ViewFact]] = defaultdict(list)
    for fact in facts:
        groups[key(fact)].append(fact)
    return groups


def _distinct(pairs: Iterator[tuple[Key, str]]) -> dict[Key, int]:
    groups: dict[Key, set[str]] = defaultdict(set)
    for key, value in pairs:
        groups[key].add(value)
    return {key: len(values) for key, values in groups.items()}
