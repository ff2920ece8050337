"""Writing to the takedown log."""

from __future__ import annotations

from touchline.channel.domain.operators.takedowns import TakedownAction, TakedownSubject, create_takedown
from touchline.channel.ports.operators.takedowns import Takedowns
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock

_SUBJECT_KINDS = {TakedownSubject.RECORDING: "event", TakedownSubject.CLIP_CREATOR: "account"}
"""Kinds of subjects in the audit log that have another name here, by whose id they go."""


class RecordTakedown:
    """Use case that adds an entry to the current channel's takedown log and one to its audit log, in the
    transaction of the action.
    """

    def __init__(self, takedowns: Takedowns, record_audit: RecordAudit, clock: Clock) -> None:
        self._takedowns = takedowns
        self._record_audit = record_audit
        self._clock = clock

    def __call__(
        self,
        action: TakedownAction,
        subject: TakedownSubject,
        subject_id: int,
        *,
        actor: str,
        reason: str = "",
    ) -> None:
        """Add the entries. Raises `RefusedError` if the reason has more than 500 characters."""
        entry = create_takedown(self._clock.now(), actor, action, subject, subject_id, reason)
        self._takedowns.add(entry)
        self._record_audit(
            AuditRecord(
                f"{subject.name.lower()}.{action.value}",
                AuditSubject(_SUBJECT_KINDS.get(subject, subject.value), str(subject_id)),
                after={"decided_by": entry.actor},
                reason=entry.reason,
            )
        )
