"""Marks reports that cannot be believed as doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from touchline.analytics.domain.facts import Fact, ViewFact
from touchline.analytics.domain.lines import Source
from touchline.analytics.domain.report_tokens import ReportTokens
from touchline.analytics.ports.session_usages import SessionKey, SessionUsages


@dataclass(frozen=True, slots=True)
class Report:
    """A fact with what decides whether it is believed: its token, when it was received (seconds since 1970),
    and where it is from."""

    fact: Fact
    token: str
    received: int
    source: Source


class MarkDoubtful:
    """Decides which reports are doubtful: without a valid token, or over a limit of the session or of the
    network address."""

    def __init__(self, tokens: ReportTokens, usages: SessionUsages) -> None:
        self._tokens = tokens
        self._usages = usages

    def __call__(self, reports: Sequence[Report]) -> tuple[Fact, ...]:
        """Return the facts in order, doubtful ones marked; what believed ones used is counted."""
        issued = [self._issued(report) for report in reports]
        keys: dict[SessionKey, int] = {}
        for report, at in zip(reports, issued, strict=True):
            if at is not None:
                key = _key(report.fact)
                keys[key] = min(at, keys.get(key, at))
        usages = self._usages.hold(keys.keys(), min(keys.values())) if keys else {}
        for key, began in keys.items():
            if not usages[key].seen_at:
                usages[key].began = began
        marked = tuple(
            report.fact
            if _needs_none(report)
            or (at is not None and usages[_key(report.fact)].admit(report.fact, at, report.received))
            else _doubtful(report.fact)
            for report, at in zip(reports, issued, strict=True)
        )
        if usages:
            self._usages.save(usages)
        return marked

    def _issued(self, report: Report) -> int | None:
        fact = report.fact
        if report.source is not Source.PAGE or not report.token or fact.visitor.is_bot:
            return None
        thing = (fact.thing_kind, fact.thing_id) if isinstance(fact, ViewFact) else None
        visitor = fact.visitor
        return self._tokens.issued_at(
            report.token, visitor.channel_id, visitor.session, thing, report.received
        )


def _needs_none(report: Report) -> bool:
    """Return whether no token decides: robots are left out in any case, and the demo is our own."""
    return report.fact.visitor.is_bot or report.source is Source.DEMO


def _key(fact: Fact) -> SessionKey:
    return fact.visitor.channel_id, fact.visitor.session


def _doubtful(fact: Fact) -> Fact:
    return replace(fact, visitor=replace(fact.visitor, is_doubtful=True))
