"""Stand-ins for tests of the intake."""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from touchline.analytics.application.mark_doubtful import MarkDoubtful
from touchline.analytics.domain.allowance import Allowance
from touchline.analytics.domain.facts import Device
from touchline.analytics.domain.lines import line_of
from touchline.analytics.domain.payloads import Call
from touchline.analytics.domain.report_tokens import ReportTokens
from touchline.analytics.domain.session_usage import SessionUsage
from touchline.analytics.ports.agents import Agent
from touchline.analytics.ports.session_usages import SessionKey
from touchline.analytics.ports.spool import Extent, Line
from touchline.shared.ids import AccountId, ChannelId

NOON_MS = 1_795_284_000_000
"""2026-11-21, 18:00 UTC."""
HASH = "0123456789abcdef0123456789abcdef"
VIEW = "7d7f6a52-2c6b-4d5d-9a50-1c1f0f6f0a11"
KEY = "prairie-key"
CHANNEL = ChannelId(1)
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/141.0.0.0 Safari/537.36"
)
VISIT = {"profile": KEY, "session_uuid": HASH, "event": "visit_page", "page": "/schedule"}
WATCHED = {
    "profile": KEY,
    "session_uuid": HASH,
    "video_view_uuid": VIEW,
    "stream_id": 12,
    "stream_type": "event",
    "viewing_time": 10,
}


def line(call: Call, body: Any, came: int = NOON_MS, agent: str = CHROME) -> bytes:
    """A call's line; a body that is no bytes is written as JSON."""
    return line_of(call, came, "US", agent, body if isinstance(body, bytes) else json.dumps(body).encode())


class FakeFile:
    """A spool file in memory."""

    def __init__(self, *lines: bytes, name: str = "a.jsonl", is_over: bool = True) -> None:
        self.name, self.is_over, self.is_gone = name, is_over, False
        self.text = b"".join(lines)

    def lines(self, place: int) -> Iterator[Line]:
        for text in self.text[place:].splitlines(keepends=True):
            yield Line(place, place + len(text), text.rstrip(b"\n"))
            place += len(text)

    def size(self) -> int:
        return len(self.text)

    def remove(self) -> None:
        self.is_gone = True


class FakeSpool:
    """Lines in a list; `is_full` has no room."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_full = False

    def append(self, line: bytes) -> bool:
        if not self.is_full:
            self.written.append(line)
        return not self.is_full

    def settle(self) -> None: ...

    def extent(self) -> Extent:
        return Extent(1, sum(map(len, self.written)))

    @contextmanager
    def own(self) -> Iterator[Sequence[FakeFile]]:
        yield [FakeFile(*self.written, is_over=False)]

    def orphans(self) -> Generator[FakeFile, None, None]:
        yield from ()


class FakeCountries:
    """Notes the addresses it is asked for."""

    def __init__(self, country: str | None = "US") -> None:
        self.country = country
        self.asked: list[str] = []

    def country_of(self, ip: str, headers: Mapping[str, str]) -> str | None:
        self.asked.append(ip)
        return self.country


class FakeProfiles:
    """Channels by key."""

    def __init__(self, **channels: ChannelId) -> None:
        self.known = {name.replace("_", "-"): channel_id for name, channel_id in channels.items()}

    def channels(self) -> Mapping[str, ChannelId]:
        return self.known


class FakeAgents:
    """Whoever calls itself so is a bot."""

    def read(self, header: str) -> Agent:
        return Agent(Device.COMPUTER, "Chrome", "Windows", is_bot="bot" in header)


class FakePeople:
    """Pseudonyms by channel and account; `make` and `leave` are about `CHANNEL`."""

    def __init__(self) -> None:
        self.known: dict[tuple[ChannelId, AccountId], str] = {}
        self.left: list[tuple[ChannelId, str]] = []

    def of(self, channel_id: ChannelId, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        found = {one: self.known.get((channel_id, one)) for one in account_ids}
        return {one: person for one, person in found.items() if person}

    def make(self, account_id: AccountId) -> str:
        return self.known.setdefault((CHANNEL, account_id), f"person-{account_id}")

    def leave(self, account_id: AccountId) -> None:
        if person := self.known.pop((CHANNEL, account_id), None):
            self.left.append((CHANNEL, person))

    def leaving(self) -> Sequence[tuple[ChannelId, str]]:
        return list(self.left)

    def forget(self, channel_id: ChannelId, person: str) -> None:
        self.left = [one for one in self.left if one != (channel_id, person)]


class FakeUsages:
    """Usage of sessions in a dict."""

    def __init__(self) -> None:
        self.known: dict[SessionKey, SessionUsage] = {}

    def hold(self, keys: Collection[SessionKey], began: int) -> Mapping[SessionKey, SessionUsage]:
        return {key: self.known.get(key) or SessionUsage(began) for key in keys}

    def save(self, usages: Mapping[SessionKey, SessionUsage]) -> None:
        self.known.update(usages)

    def forget_before(self, second: int) -> None:
        self.known = {key: usage for key, usage in self.known.items() if usage.seen_at >= second}


TOKENS = ReportTokens(b"only for tests")


def marker() -> MarkDoubtful:
    """Believes tokens of `TOKENS`."""
    return MarkDoubtful(TOKENS, FakeUsages())


def plenty() -> Allowance:
    """Lets every address report."""
    return Allowance(1_000_000, 1_000_000)
