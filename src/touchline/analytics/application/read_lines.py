"""Lines of a spool file become facts, and counts of what was not fit to be one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from touchline.analytics.application.mark_doubtful import MarkDoubtful, Report
from touchline.analytics.domain.dropping import Reason, Unfit
from touchline.analytics.domain.facts import Batch, Device, Visitor
from touchline.analytics.domain.lines import Left, ReceivedCall, number_of, read_line
from touchline.analytics.domain.payloads import Read, Sender, fact_of, sender_of, token_of
from touchline.analytics.domain.values import objects_in
from touchline.analytics.ports.agents import Agents
from touchline.analytics.ports.people import People
from touchline.analytics.ports.profiles import Profiles
from touchline.analytics.ports.spool import Line
from touchline.shared.ids import AccountId, ChannelId

MOST_FACTS = 2_000
"""After so many a batch ends with its line."""
MOST_BYTES = 1_048_576
_DAY_MS = 86_400_000
_Known = Mapping[tuple[ChannelId, AccountId], str]


@dataclass(slots=True)
class _Heap:
    """What was read so far."""

    payloads: list[tuple[ReceivedCall, int, Any, ChannelId, Sender]] = field(default_factory=list)
    dropped: Counter[tuple[int, str]] = field(default_factory=Counter)

    def drop(self, came: int, reason: Reason, count: int = 1) -> None:
        """Count what was not fit."""
        self.dropped[came // _DAY_MS, reason.value] += count


class ReadLines:
    """Reads as many whole lines as make a batch; never raises, whatever stands in them."""

    def __init__(
        self,
        profiles: Profiles,
        people: People,
        agents: Agents,
        mark: MarkDoubtful,
        now: Callable[[], int],
    ) -> None:
        self._profiles = profiles
        self._people = people
        self._agents = agents
        self._mark = mark
        self._now = now

    def __call__(self, file: str, place: int, lines: Iterable[Line]) -> Batch:
        """The batch that begins at a place of a file; empty where no line is left."""
        heap, end = _Heap(), place
        channels = self._profiles.channels()
        for line in lines:
            end = line.end
            self._gather(line, channels, heap)
            if len(heap.payloads) >= MOST_FACTS or end - place >= MOST_BYTES:
                break
        facts = self._mark(list(self._reports(file, heap, self._known(heap))))
        return Batch(file, place, end, facts, dict(heap.dropped))

    def nothing_of(self, file: str, line: Line) -> Batch:
        """The batch of one line that is counted and not kept."""
        dropped = {(self._now() // _DAY_MS, Reason.UNREADABLE.value): 1}
        return Batch(file, line.place, line.end, (), dropped)

    def _gather(self, line: Line, channels: Mapping[str, ChannelId], heap: _Heap) -> None:
        try:
            received = read_line(line.text)
        except Unfit as unfit:
            heap.drop(self._now(), unfit.reason)
            return
        if isinstance(received, Left):
            heap.drop(received.came, received.reason, received.count)
            return
        try:
            payloads = objects_in(received.body)
        except Unfit as unfit:
            heap.drop(received.came, unfit.reason)
            return
        for position, payload in enumerate(payloads):
            try:
                sender = sender_of(payload)
            except Unfit as unfit:
                heap.drop(received.came, unfit.reason)
                continue
            channel_id = channels.get(sender.profile)
            if channel_id is None:
                heap.drop(received.came, Reason.UNKNOWN_PROFILE)
            else:
                number = (line.place << 6) + position
                heap.payloads.append((received, number, payload, channel_id, sender))

    def _known(self, heap: _Heap) -> _Known:
        """The pseudonyms of those who agreed."""
        wanted: defaultdict[ChannelId, set[AccountId]] = defaultdict(set)
        for _, _, _, channel_id, sender in heap.payloads:
            if sender.account_id:
                wanted[channel_id].add(sender.account_id)
        return {
            (channel_id, account_id): person
            for channel_id, accounts in wanted.items()
            for account_id, person in self._people.of(channel_id, accounts).items()
        }

    def _reports(self, file: str, heap: _Heap, known: _Known) -> Iterator[Report]:
        for received, number, payload, channel_id, sender in heap.payloads:
            person = known.get((channel_id, sender.account_id), "") if sender.account_id else ""
            visitor = self._visitor(received, channel_id, person)
            try:
                fact = fact_of(received.call, payload, Read(number_of(file, number), received.came, visitor))
            except Unfit as unfit:
                heap.drop(received.came, unfit.reason)
            else:
                yield Report(fact, token_of(payload), received.came // 1000, received.source)

    def _visitor(
        self, received: ReceivedCall, channel_id: ChannelId, person: str
    ) -> Callable[[str, Device | None, str, str], Visitor]:
        agent = self._agents.read(received.agent)

        def make(session: str, device: Device | None, origin: str, trk: str) -> Visitor:
            return Visitor(
                channel_id=channel_id,
                session=session,
                person=person,
                country=received.country,
                device=device or agent.device,
                browser=agent.browser,
                system=agent.system,
                is_bot=agent.is_bot,
                origin=origin,
                trk=trk,
            )

        return make
