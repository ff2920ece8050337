"""Parses spool lines into records and counts the dropped payloads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from touchline.analytics.application.ingest.doubtful_records import MarkDoubtfulRecords, ReceivedRecord
from touchline.analytics.domain.drop_reasons import DropReason, InvalidPayloadError
from touchline.analytics.domain.payload_values import parse_payloads
from touchline.analytics.domain.payloads import (
    BeaconType,
    PayloadContext,
    Sender,
    parse_record,
    parse_sender,
    parse_token,
)
from touchline.analytics.domain.records import Device, RecordBatch, Visitor
from touchline.analytics.domain.sponsors.ad_breaks import AdReport, AdTokens
from touchline.analytics.domain.sponsors.ad_payloads import parse_ad_report
from touchline.analytics.domain.spool_lines import (
    BeaconSource,
    DroppedBeacons,
    SpooledBeacon,
    parse_line,
    record_id,
)
from touchline.analytics.ports.profile_keys import ProfileKeys
from touchline.analytics.ports.pseudonyms import Pseudonyms
from touchline.analytics.ports.spool import SpoolLine
from touchline.analytics.ports.user_agents import UserAgentParser
from touchline.shared.ids import AccountId, ChannelId

MAX_BATCH_RECORDS = 2_000
"""A batch ends after the line that reaches this number of payloads."""
MAX_BATCH_BYTES = 1_048_576
_DAY_MS = 86_400_000
_PseudonymsByAccount = Mapping[tuple[ChannelId, AccountId], str]


@dataclass(slots=True)
class _PendingBatch:
    """The contents of a batch so far."""

    payloads: list[tuple[SpooledBeacon, int, Any, ChannelId, Sender]] = field(default_factory=list)
    dropped: Counter[tuple[int, str]] = field(default_factory=Counter)

    def drop(self, received_ms: int, reason: DropReason, count: int = 1) -> None:
        """Count dropped payloads."""
        self.dropped[received_ms // _DAY_MS, reason.value] += count


class ReadRecordBatch:
    """Reads the lines of one batch. Never raises because of a line's content."""

    def __init__(
        self,
        profiles: ProfileKeys,
        pseudonyms: Pseudonyms,
        user_agent_parser: UserAgentParser,
        mark_doubtful: MarkDoubtfulRecords,
        now: Callable[[], int],
        ad_tokens: AdTokens,
    ) -> None:
        self._profiles = profiles
        self._pseudonyms = pseudonyms
        self._user_agent_parser = user_agent_parser
        self._mark_doubtful = mark_doubtful
        self._now = now
        self._ad_tokens = ad_tokens

    def __call__(self, file: str, offset: int, lines: Iterable[SpoolLine]) -> RecordBatch:
        """Return the batch that begins at an offset of a file. The batch is empty if no line is left."""
        pending, end_offset = _PendingBatch(), offset
        channels = self._profiles.list_channel_ids_by_key()
        for line in lines:
            end_offset = line.end_offset
            self._add_line(line, channels, pending)
            if len(pending.payloads) >= MAX_BATCH_RECORDS or end_offset - offset >= MAX_BATCH_BYTES:
                break
        records = self._mark_doubtful(
            list(self._build_records(file, pending, self._load_pseudonyms(pending)))
        )
        ad_reports = tuple(self._read_ad_reports(pending))
        return RecordBatch(file, offset, end_offset, records, dict(pending.dropped), ad_reports)

    def drop_line(self, file: str, line: SpoolLine) -> RecordBatch:
        """Return a batch that counts one line as dropped."""
        dropped = {(self._now() // _DAY_MS, DropReason.UNREADABLE.value): 1}
        return RecordBatch(file, line.offset, line.end_offset, (), dropped)

    def _add_line(self, line: SpoolLine, channels: Mapping[str, ChannelId], pending: _PendingBatch) -> None:
        try:
            spooled = parse_line(line.text)
        except InvalidPayloadError as rejected:
            pending.drop(self._now(), rejected.reason)
            return
        if isinstance(spooled, DroppedBeacons):
            pending.drop(spooled.received_ms, spooled.reason, spooled.count)
            return
        try:
            payloads = parse_payloads(spooled.body)
        except InvalidPayloadError as rejected:
            pending.drop(spooled.received_ms, rejected.reason)
            return
        for position, payload in enumerate(payloads):
            try:
                sender = parse_sender(payload)
            except InvalidPayloadError as rejected:
                pending.drop(spooled.received_ms, rejected.reason)
                continue
            channel_id = channels.get(sender.profile)
            if channel_id is None:
                pending.drop(spooled.received_ms, DropReason.UNKNOWN_PROFILE)
            else:
                record_number = (line.offset << 6) + position
                pending.payloads.append((spooled, record_number, payload, channel_id, sender))

    def _load_pseudonyms(self, pending: _PendingBatch) -> _PseudonymsByAccount:
        """Return the pseudonyms of the viewers who agreed to be counted."""
        accounts_by_channel: defaultdict[ChannelId, set[AccountId]] = defaultdict(set)
        for _, _, _, channel_id, sender in pending.payloads:
            if sender.account_id:
                accounts_by_channel[channel_id].add(sender.account_id)
        return {
            (channel_id, account_id): pseudonym
            for channel_id, accounts in accounts_by_channel.items()
            for account_id, pseudonym in self._pseudonyms.list_for_accounts(channel_id, accounts).items()
        }

    def _build_records(
        self, file: str, pending: _PendingBatch, pseudonyms_by_account: _PseudonymsByAccount
    ) -> Iterator[ReceivedRecord]:
        for spooled, record_number, payload, channel_id, sender in pending.payloads:
            if spooled.beacon_type is BeaconType.AD:
                continue
            pseudonym = (
                pseudonyms_by_account.get((channel_id, sender.account_id), "") if sender.account_id else ""
            )
            visitor = self._visitor_factory(spooled, channel_id, pseudonym)
            try:
                record = parse_record(
                    spooled.beacon_type,
                    payload,
                    PayloadContext(record_id(file, record_number), spooled.received_ms, visitor),
                )
            except InvalidPayloadError as rejected:
                pending.drop(spooled.received_ms, rejected.reason)
            else:
                yield ReceivedRecord(
                    record, parse_token(payload), spooled.received_ms // 1000, spooled.source
                )

    def _read_ad_reports(self, pending: _PendingBatch) -> Iterator[AdReport]:
        """Yield the reports of ad breaks. Those of bots and of addresses over their limit are left out."""
        for spooled, _, payload, channel_id, _ in pending.payloads:
            if spooled.beacon_type is not BeaconType.AD or spooled.source is not BeaconSource.PAGE:
                continue
            if self._user_agent_parser.parse(spooled.user_agent).is_bot:
                continue
            try:
                yield parse_ad_report(self._ad_tokens, payload, channel_id, spooled.received_ms)
            except InvalidPayloadError as rejected:
                pending.drop(spooled.received_ms, rejected.reason)

    def _visitor_factory(
        self, spooled: SpooledBeacon, channel_id: ChannelId, pseudonym: str
    ) -> Callable[[str, Device | None, str, str], Visitor]:
        user_agent = self._user_agent_parser.parse(spooled.user_agent)

        def build_visitor(session: str, device: Device | None, origin: str, trk: str) -> Visitor:
            return Visitor(
                channel_id=channel_id,
                session=session,
                person=pseudonym,
                country=spooled.country,
                device=device or user_agent.device,
                browser=user_agent.browser,
                system=user_agent.system,
                is_bot=user_agent.is_bot,
                origin=origin,
                trk=trk,
            )

        return build_visitor
