"""Records errors that browsers report."""

from __future__ import annotations

from touchline.analytics.domain.client_errors import (
    MAX_BODY_BYTES,
    ParsedReport,
    UnreadableReportError,
    parse_reports,
)
from touchline.analytics.domain.rate_limits import AddressRateLimit
from touchline.shared.clock import Clock
from touchline.shared.error_reports import ErrorReports

MAX_PER_ADDRESS_PER_MINUTE, MAX_ADDRESSES = 30, 10_000


class RecordClientErrors:
    """Use case: record errors from browsers. Each is recorded, ignored as noise, or dropped.

    The sender does not learn the outcome.
    """

    def __init__(self, reports: ErrorReports, clock: Clock) -> None:
        self._reports = reports
        self._clock = clock
        self._rate_limit = AddressRateLimit(MAX_PER_ADDRESS_PER_MINUTE, MAX_ADDRESSES)

    def __call__(self, address: str, content_type: str, body: bytes) -> list[str]:
        """Return the outcome of each error in a body of at most `MAX_BODY_BYTES` bytes.

        An outcome is `taken`, `noise`, `too_large`, `too_many` or `unreadable`. The rate limit counts the
        body together with its first error, and every other error separately.
        """
        if not self._rate_limit.allow(address, self._clock.now()):
            return ["too_many"]
        if len(body) > MAX_BODY_BYTES:
            return ["too_large"]
        try:
            parsed_reports = parse_reports(content_type, body)
        except UnreadableReportError:
            return ["unreadable"]
        return [
            self._record(parsed, address, is_counted=index == 0)
            for index, parsed in enumerate(parsed_reports)
        ]

    def _record(self, parsed_reports: ParsedReport, address: str, *, is_counted: bool) -> str:
        if parsed_reports is None:
            return "noise"
        if isinstance(parsed_reports, UnreadableReportError):
            return "unreadable"
        if not is_counted and not self._rate_limit.allow(address, self._clock.now()):
            return "too_many"
        self._reports.report(parsed_reports)
        return "taken"
