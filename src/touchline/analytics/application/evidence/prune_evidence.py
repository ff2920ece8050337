"""Deletion of old evidence, and of evidence of closed accounts."""

from __future__ import annotations

from collections import defaultdict
from datetime import timedelta

from touchline.analytics.domain.evidence.time_slots import MINUTE_SECONDS
from touchline.analytics.ports.evidence import EvidenceRecords, OpenAccounts
from touchline.shared.clock import Clock
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

_CHECKED_PERIOD = timedelta(days=2)


class PruneEvidence:
    """Use case: delete evidence older than `TOUCHLINE_EVIDENCE_RETENTION_DAYS`.

    Closing an account deletes its evidence. A server process may store the last seconds after that, so the
    use case also deletes the evidence of accounts that are closed now.
    """

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        records: EvidenceRecords,
        accounts: OpenAccounts,
        clock: Clock,
        retention_days: int,
    ) -> None:
        self._uow = uow
        self._records = records
        self._accounts = accounts
        self._clock = clock
        self._retention_days = retention_days

    def __call__(self) -> int:
        """Delete the evidence, and return the number of deleted minutes."""
        now = self._clock.now()
        oldest = now - timedelta(days=self._retention_days)
        with self._uow.all_channels():
            deleted_count = self._records.prune(int(oldest.timestamp()) // MINUTE_SECONDS)
            recent = self._records.list_accounts_since(
                int((now - _CHECKED_PERIOD).timestamp()) // MINUTE_SECONDS
            )
        accounts_by_channel: defaultdict[ChannelId, list[AccountId]] = defaultdict(list)
        for channel_id, account_id in recent:
            accounts_by_channel[channel_id].append(account_id)
        for channel_id, account_ids in accounts_by_channel.items():
            with self._uow(channel_id):
                for account_id in set(account_ids) - set(self._accounts.list_open(account_ids)):
                    self._records.erase_account(account_id)
        return deleted_count
