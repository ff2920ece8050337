"""Marks records that cannot be trusted as doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from touchline.analytics.domain.records import PlaybackEvent, Record
from touchline.analytics.domain.report_tokens import ReportTokens
from touchline.analytics.domain.spool_lines import BeaconSource
from touchline.analytics.ports.session_usages import SessionKey, SessionUsages


@dataclass(frozen=True, slots=True)
class ReceivedRecord:
    """A record and what decides whether it is trusted: token, time of receipt (seconds since 1970), and
    source.
    """

    record: Record
    token: str
    received_at: int
    source: BeaconSource


class MarkDoubtfulRecords:
    """Decides which records are doubtful: without a valid token, or over a limit of the session or network
    address.
    """

    def __init__(self, tokens: ReportTokens, usages: SessionUsages) -> None:
        self._tokens = tokens
        self._usages = usages

    def __call__(self, received_records: Sequence[ReceivedRecord]) -> tuple[Record, ...]:
        """Return the records in order, with doubtful ones marked. Update the usage of the others'
        sessions."""
        issue_times = [self._verify_token(received_record) for received_record in received_records]
        keys: dict[SessionKey, int] = {}
        for received_record, token_issued_at in zip(received_records, issue_times, strict=True):
            if token_issued_at is not None:
                key = _session_key(received_record.record)
                keys[key] = min(token_issued_at, keys.get(key, token_issued_at))
        usages = self._usages.lock(keys.keys(), min(keys.values())) if keys else {}
        for key, began_at in keys.items():
            if not usages[key].seen_at:
                usages[key].began = began_at
        records = tuple(
            received_record.record
            if _needs_no_token(received_record)
            or (
                token_issued_at is not None
                and usages[_session_key(received_record.record)].admit(
                    received_record.record, token_issued_at, received_record.received_at
                )
            )
            else _as_doubtful(received_record.record)
            for received_record, token_issued_at in zip(received_records, issue_times, strict=True)
        )
        if usages:
            self._usages.save(usages)
        return records

    def _verify_token(self, received_record: ReceivedRecord) -> int | None:
        record = received_record.record
        if (
            received_record.source is not BeaconSource.PAGE
            or not received_record.token
            or record.visitor.is_bot
        ):
            return None
        content = (record.thing_kind, record.thing_id) if isinstance(record, PlaybackEvent) else None
        visitor = record.visitor
        return self._tokens.verify(
            received_record.token, visitor.channel_id, visitor.session, content, received_record.received_at
        )


def _needs_no_token(received_record: ReceivedRecord) -> bool:
    """Return whether no token is needed: bots are never counted, and the demo is our own."""
    return received_record.record.visitor.is_bot or received_record.source is BeaconSource.DEMO


def _session_key(record: Record) -> SessionKey:
    return record.visitor.channel_id, record.visitor.session


def _as_doubtful(record: Record) -> Record:
    return replace(record, visitor=replace(record.visitor, is_doubtful=True))
