"""Fakes for tests of ingestion."""

from __future__ import annotations

import json
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from touchline.analytics.application.ingest.doubtful_records import MarkDoubtfulRecords
from touchline.analytics.domain.payloads import BeaconType
from touchline.analytics.domain.rate_limits import AddressRateLimit
from touchline.analytics.domain.records import Device
from touchline.analytics.domain.report_tokens import ReportTokens
from touchline.analytics.domain.session_usage import SessionUsage
from touchline.analytics.domain.sponsors.ad_breaks import AdReport, AdTokens
from touchline.analytics.domain.spool_lines import format_line
from touchline.analytics.ports.session_usages import SessionKey
from touchline.analytics.ports.spool import SpoolLine, SpoolUsage
from touchline.analytics.ports.user_agents import UserAgent
from touchline.shared.ids import AccountId, ChannelId

NOON_MS = 1_795_284_000_000
"""2026-11-21, 18:00 UTC."""
SESSION_HASH = "0123456789abcdef0123456789abcdef"
VIEW_ID = "7d7f6a52-2c6b-4d5d-9a50-1c1f0f6f0a11"
PROFILE_KEY = "prairie-key"
CHANNEL = ChannelId(1)
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/141.0.0.0 Safari/537.36"
)
PAGE_VISIT = {
    "profile": PROFILE_KEY,
    "session_uuid": SESSION_HASH,
    "event": "visit_page",
    "page": "/schedule",
}
VIEWING = {
    "profile": PROFILE_KEY,
    "session_uuid": SESSION_HASH,
    "video_view_uuid": VIEW_ID,
    "stream_id": 12,
    "stream_type": "event",
    "viewing_time": 10,
}


def spool_line(
    beacon_type: BeaconType, body: Any, received_ms: int = NOON_MS, user_agent: str = CHROME
) -> bytes:
    """Return a beacon's spool line. A body that is not bytes is encoded as JSON."""
    return format_line(
        beacon_type,
        received_ms,
        "US",
        user_agent,
        body if isinstance(body, bytes) else json.dumps(body).encode(),
    )


class FakeSpoolFile:
    """A spool file in memory."""

    def __init__(self, *lines: bytes, name: str = "a.jsonl", is_complete: bool = True) -> None:
        self.name, self.is_complete, self.is_removed = name, is_complete, False
        self.text = b"".join(lines)

    def read_lines(self, offset: int) -> Iterator[SpoolLine]:
        for text in self.text[offset:].splitlines(keepends=True):
            yield SpoolLine(offset, offset + len(text), text.rstrip(b"\n"))
            offset += len(text)

    def size_bytes(self) -> int:
        return len(self.text)

    def remove(self) -> None:
        self.is_removed = True


class FakeSpool:
    """Spool lines in a list. `is_full` makes it reject new lines."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_full = False

    def append(self, line: bytes) -> bool:
        if not self.is_full:
            self.written.append(line)
        return not self.is_full

    def maintain(self) -> None: ...

    def measure_usage(self) -> SpoolUsage:
        return SpoolUsage(1, sum(map(len, self.written)))

    @contextmanager
    def own_files(self) -> Iterator[Sequence[FakeSpoolFile]]:
        yield [FakeSpoolFile(*self.written, is_complete=False)]

    def orphaned_files(self) -> Generator[FakeSpoolFile, None, None]:
        yield from ()


class FakeCountries:
    """Records the IP addresses that it looks up."""

    def __init__(self, country: str | None = "US") -> None:
        self.country = country
        self.requested_ips: list[str] = []

    def get_country(self, ip: str, headers: Mapping[str, str]) -> str | None:
        self.requested_ips.append(ip)
        return self.country


class FakeProfileKeys:
    """Channel ids by profile key."""

    def __init__(self, **channels: ChannelId) -> None:
        self.channel_ids = {name.replace("_", "-"): channel_id for name, channel_id in channels.items()}

    def list_channel_ids_by_key(self) -> Mapping[str, ChannelId]:
        return self.channel_ids


class FakeUserAgentParser:
    """Treats every User-Agent that contains `bot` as a bot."""

    def parse(self, header: str) -> UserAgent:
        return UserAgent(Device.COMPUTER, "Chrome", "Windows", is_bot="bot" in header)


class FakePseudonyms:
    """Pseudonyms by channel and account. `get_or_create` and `detach` use `CHANNEL`."""

    def __init__(self) -> None:
        self.pseudonyms: dict[tuple[ChannelId, AccountId], str] = {}
        self.pending_erasures: list[tuple[ChannelId, str]] = []

    def list_for_accounts(
        self, channel_id: ChannelId, account_ids: Collection[AccountId]
    ) -> Mapping[AccountId, str]:
        found = {account_id: self.pseudonyms.get((channel_id, account_id)) for account_id in account_ids}
        return {account_id: pseudonym for account_id, pseudonym in found.items() if pseudonym}

    def get_or_create(self, account_id: AccountId) -> str:
        return self.pseudonyms.setdefault((CHANNEL, account_id), f"person-{account_id}")

    def detach(self, account_id: AccountId) -> None:
        if pseudonym := self.pseudonyms.pop((CHANNEL, account_id), None):
            self.pending_erasures.append((CHANNEL, pseudonym))

    def list_pending_erasures(self) -> Sequence[tuple[ChannelId, str]]:
        return list(self.pending_erasures)

    def delete_pending_erasure(self, channel_id: ChannelId, pseudonym: str) -> None:
        self.pending_erasures = [
            pending_erasure
            for pending_erasure in self.pending_erasures
            if pending_erasure != (channel_id, pseudonym)
        ]


class FakeSessionUsages:
    """Session usage in a dictionary."""

    def __init__(self) -> None:
        self.usages: dict[SessionKey, SessionUsage] = {}

    def lock(self, keys: Collection[SessionKey], began_at: int) -> Mapping[SessionKey, SessionUsage]:
        return {key: self.usages.get(key) or SessionUsage(began_at) for key in keys}

    def save(self, usages: Mapping[SessionKey, SessionUsage]) -> None:
        self.usages.update(usages)

    def delete_before(self, second: int) -> None:
        self.usages = {key: usage for key, usage in self.usages.items() if usage.seen_at >= second}


TOKENS = ReportTokens(b"only for tests")


def create_marker() -> MarkDoubtfulRecords:
    """Return a marker that accepts the tokens of `TOKENS`."""
    return MarkDoubtfulRecords(TOKENS, FakeSessionUsages())


def unlimited() -> AddressRateLimit:
    """Return a rate limit that allows every address."""
    return AddressRateLimit(1_000_000, 1_000_000)


AD_TOKENS = AdTokens(b"a key that only tests have")


class FakeAdViews:
    """Keeps the reports of ad breaks that it gets."""

    def __init__(self) -> None:
        self.reports: list[AdReport] = []

    def add(self, reports: Sequence[AdReport]) -> None:
        """Keep the reports."""
        self.reports += reports
