"""In-memory fakes of what the moderation of clips needs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from touchline.clips.domain.moderation import ClipPolicy, Report
from touchline.clips.ports.moderation import ReportedClip
from touchline.clips.tests.samples import NOON
from touchline.shared.ids import AccountId
from touchline.shared.principal import Principal


class FakeReports:
    """`Reports` in order of arrival."""

    def __init__(self) -> None:
        self.saved: list[Report] = []
        self.resolved: set[int] = set()

    def add(self, report: Report) -> bool:
        if any((other.clip_id, other.reporter) == (report.clip_id, report.reporter) for other in self.saved):
            return False
        self.saved.append(replace(report, id=len(self.saved) + 1))
        return True

    def _list_open(self, clip_id: int) -> list[Report]:
        return [
            report for report in self.saved if report.clip_id == clip_id and report.id not in self.resolved
        ]

    def exists_since(self, clip_id: int, since: datetime) -> bool:
        return any(report.clip_id == clip_id and report.created_at > since for report in self.saved)

    def count_open(self, clip_id: int) -> int:
        return len(self._list_open(clip_id))

    def list_open(self, limit: int) -> Sequence[ReportedClip]:
        clips = sorted({report.clip_id for report in self.saved if self._list_open(report.clip_id)})
        return [
            ReportedClip(clip_id, self.count_open(clip_id), {}, (), NOON, NOON) for clip_id in clips[:limit]
        ]

    def list_open_for_clips(self, clip_ids: Collection[int]) -> Mapping[int, Sequence[Report]]:
        return {clip_id: self._list_open(clip_id)[::-1] for clip_id in clip_ids}

    def resolve(self, clip_id: int, now: datetime) -> int:
        found = self._list_open(clip_id)
        self.resolved |= {report.id for report in found}
        return len(found)

    def anonymize_reporter(self, account_id: AccountId) -> None:
        self.saved = [
            replace(report, account_id=None, text="", reporter=f"erased {report.id}")
            if report.account_id == account_id
            else report
            for report in self.saved
        ]

    def list_for_account(self, account_id: AccountId) -> Sequence[Report]:
        return [report for report in self.saved if report.account_id == account_id]


class FakeBlockedCreators:
    """`BlockedCreators` in memory."""

    def __init__(self) -> None:
        self.saved: set[AccountId] = set()

    def exists(self, account_id: AccountId) -> bool:
        return account_id in self.saved

    def list_blocked(self, account_ids: Collection[AccountId]) -> frozenset[AccountId]:
        return frozenset(account_ids) & self.saved

    def add(self, account_id: AccountId, now: datetime) -> bool:
        known = account_id in self.saved
        self.saved.add(account_id)
        return not known

    def remove(self, account_id: AccountId) -> bool:
        known = account_id in self.saved
        self.saved.discard(account_id)
        return known


@dataclass
class FakeChannelModeration:
    """`ChannelModeration` with the default rules. `log` is the takedown log."""

    policy_rules: ClipPolicy = field(default_factory=ClipPolicy)
    log: list[tuple[str, str, int, str, str]] = field(default_factory=list)

    def get_policy(self) -> ClipPolicy:
        return self.policy_rules

    def get_reporter_digest(self, account_id: AccountId | None, ip: str) -> str:
        return f"account {account_id}" if account_id else f"network {ip}"

    def list_names(self, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        return {}

    def is_moderator(self, principal: Principal) -> bool:
        return False

    def find_account_id(self, email: str) -> AccountId | None:
        return None

    def record(self, action: str, subject: str, subject_id: int, *, actor: str, reason: str) -> None:
        self.log.append((action, subject, subject_id, actor, reason))
