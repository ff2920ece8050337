"""Parses error reports from browsers: errors of our pages and content security policy violations.

Reports are untrusted. Each field is kept only if it has the expected format. Errors that browser extensions
cause are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from touchline.shared.error_reports import ErrorReport

MAX_BODY_BYTES = 16_384
MAX_REPORTS = 20
CSP_REPORT_TYPE, REPORTING_API_TYPE = "application/csp-report", "application/reports+json"
_PAGE_ERROR_TYPES = frozenset({"application/json", "text/plain"})
_KIND_PATTERN = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,60}")
_METHOD_PATTERN = re.compile(r"[A-Z]{1,10}")
_RELEASE_PATTERN = re.compile(r"[A-Za-z0-9._+-]{1,40}")
_WORD_PATTERN = re.compile(r"[a-z-]{1,40}")
_EXTENSION_URLS = re.compile(
    r"(?i)\b(chrome|moz|safari|safari-web|ms-browser|edge|opera)-extension:|\bwebkit-masked-url:|\buser-script:"
)
_OPAQUE_MESSAGES = frozenset({"script error", "script error."})
"""Messages that browsers give for errors in scripts of other sites, without any details."""


class UnreadableReportError(ValueError):
    """The body or report is not one that a browser sends."""


ParsedReport = ErrorReport | UnreadableReportError | None
"""A report, the error of an unreadable report among several, or None for noise."""


def parse_reports(content_type: str, body: bytes) -> Sequence[ParsedReport]:
    """Parse the reports in a body. Raises `UnreadableReportError` if the body is unreadable."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == REPORTING_API_TYPE:
        return _parse_reporting_api(_parse_json(body))
    if kind == CSP_REPORT_TYPE:
        return [_parse_csp_report(_require_object(_parse_json(body)))]
    if kind not in _PAGE_ERROR_TYPES:
        raise UnreadableReportError(kind)
    return [_parse_page_error(_require_object(_parse_json(body)))]


def _parse_json(body: bytes) -> Any:
    try:
        return json.loads(body.decode())
    except (ValueError, RecursionError):
        raise UnreadableReportError("no JSON") from None


def _require_object(parsed: Any) -> Mapping[str, Any]:
    if not isinstance(parsed, dict):
        raise UnreadableReportError("no object")
    return parsed


def _parse_reporting_api(parsed: Any) -> list[ParsedReport]:
    """Parse reports of the Reporting API. Only violations are kept.

    Other report types, such as deprecations and crashes, are noise. Each report is parsed on its own, so an
    invalid one does not affect the others.
    """
    if not isinstance(parsed, list) or not parsed:
        raise UnreadableReportError("no list")
    return [_parse_api_report(item) for item in parsed[:MAX_REPORTS]]


def _parse_api_report(parsed: Any) -> ParsedReport:
    try:
        report = _require_object(parsed)
        if report.get("type") != "csp-violation":
            return None
        return _build_violation(_require_object(report.get("body")), _REPORTING_API_FIELDS)
    except UnreadableReportError as error:
        return error


def _parse_page_error(report: Mapping[str, Any]) -> ErrorReport | None:
    message, stack, url = _get_text(report, "message"), _get_text(report, "stack"), _get_text(report, "url")
    if not message and not _get_text(report, "kind"):
        raise UnreadableReportError("empty report")
    if _is_noise(message, stack, url) or (message.lower() in _OPAQUE_MESSAGES and not stack):
        return None
    details: dict[str, str | int] = {}
    status = report.get("status")
    if isinstance(status, int) and 0 <= status <= 599:
        details["status"] = int(status)
    details |= {
        "method": _get_matching(report, "method", _METHOD_PATTERN),
        "release": _get_matching(report, "release", _RELEASE_PATTERN),
    }
    return ErrorReport(
        "browser",
        _get_matching(report, "kind", _KIND_PATTERN) or "Error",
        message,
        _get_text(report, "request_id"),
        _url_path(url),
        stack,
        {name: value for name, value in details.items() if value != ""},
    )


_CSP_REPORT_FIELDS = (
    "document-uri",
    "blocked-uri",
    "effective-directive",
    "source-file",
    "line-number",
    "disposition",
)
_REPORTING_API_FIELDS = (
    "documentURL",
    "blockedURL",
    "effectiveDirective",
    "sourceFile",
    "lineNumber",
    "disposition",
)


def _parse_csp_report(report: Mapping[str, Any]) -> ErrorReport | None:
    """Parse a CSP report. Older Firefox versions send the directive with its values as
    `violated-directive`."""
    parsed = dict(_require_object(report.get("csp-report")))
    directive = (
        _get_text(parsed, "effective-directive") or _get_text(parsed, "violated-directive").partition(" ")[0]
    )
    return _build_violation({**parsed, "effective-directive": directive}, _CSP_REPORT_FIELDS)


def _build_violation(report: Mapping[str, Any], field_names: Iterable[str]) -> ErrorReport | None:
    """Build a report of a violation: the rule, what it blocked, and where.

    The script sample is left out, because it can contain anything.
    """
    page, blocked, directive, file, line, disposition = field_names
    rule = _get_matching(report, directive, _WORD_PATTERN)
    if not rule:
        raise UnreadableReportError("no directive")
    if _is_noise(_get_text(report, blocked), _get_text(report, file), _get_text(report, page)):
        return None
    details: dict[str, str | int] = {
        "file": _url_path(_get_text(report, file)),
        "disposition": _get_matching(report, disposition, _WORD_PATTERN),
    }
    number = report.get(line)
    if isinstance(number, int) and 0 < number < 10**7:
        details["line"] = int(number)
    return ErrorReport(
        "csp",
        rule,
        f"{rule} blocked {_blocked_origin(_get_text(report, blocked))}",
        location=_url_path(_get_text(report, page)),
        details={name: value for name, value in details.items() if value != ""},
    )


def _is_noise(*texts: str) -> bool:
    return any(_EXTENSION_URLS.search(text) for text in texts) or texts[0] in (
        "chrome-extension",
        "moz-extension",
    )


def _get_text(report: Mapping[str, Any], name: str) -> str:
    value = report.get(name)
    return value if isinstance(value, str) else ""


def _get_matching(report: Mapping[str, Any], name: str, pattern: re.Pattern[str]) -> str:
    text = _get_text(report, name)
    return text if pattern.fullmatch(text) else ""


def _url_path(url: str) -> str:
    """Return the path of a URL, without origin, query and fragment."""
    return _url_part(url, lambda place: place.path)


def _blocked_origin(blocked: str) -> str:
    """Return the origin of what was blocked, or a keyword such as `inline`."""
    if _WORD_PATTERN.fullmatch(blocked):
        return blocked
    return _url_part(
        blocked, lambda place: f"{place.scheme}://{place.hostname}" if place.hostname else place.scheme
    )


def _url_part(url: str, select_part: Callable[[Any], str]) -> str:
    try:
        return select_part(urlsplit(url))
    except ValueError:
        return ""
