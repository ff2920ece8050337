"""What browsers send as errors: our own pages' and those of the content security policy, read strictly.

A browser is believed no more than that something went wrong: each field is taken where it has its form and
left out where it has not. What extensions of a browser do to a page is no error of ours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from touchline.shared.error_reports import ErrorReport

MOST_BODY = 16_384
MOST_REPORTS = 20
CSP_REPORT, REPORTS = "application/csp-report", "application/reports+json"
_PLAIN = frozenset({"application/json", "text/plain"})
_KIND = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,60}")
_METHOD = re.compile(r"[A-Z]{1,10}")
_RELEASE = re.compile(r"[A-Za-z0-9._+-]{1,40}")
_WORD = re.compile(r"[a-z-]{1,40}")
_FOREIGN = re.compile(
    r"(?i)\b(chrome|moz|safari|safari-web|ms-browser|edge|opera)-extension:|\bwebkit-masked-url:|\buser-script:"
)
_NOTHING_TOLD = frozenset({"script error", "script error."})
"""What browsers say of scripts of other sites, and no more."""


class Unreadable(ValueError):
    """It is nothing that a browser of ours would send."""


Found = ErrorReport | Unreadable | None
"""A report, why one of several is none, or None for noise."""


def read(content_type: str, body: bytes) -> Sequence[Found]:
    """The reports in a body; raises `Unreadable` where it has none at all."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind == REPORTS:
        return _each(_parsed(body))
    if kind == CSP_REPORT:
        return [_old_violation(_object(_parsed(body)))]
    if kind not in _PLAIN:
        raise Unreadable(kind)
    return [_of_page(_object(_parsed(body)))]


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body.decode())
    except (ValueError, RecursionError):
        raise Unreadable("no JSON") from None


def _object(found: Any) -> Mapping[str, Any]:
    if not isinstance(found, dict):
        raise Unreadable("no object")
    return found


def _each(found: Any) -> list[Found]:
    """Of the Reporting API: violations alone; browsers may tell of deprecations and crashes as well, which
    are noise. Each is read for itself, so that a bad one spoils none of its neighbours."""
    if not isinstance(found, list) or not found:
        raise Unreadable("no list")
    return [_one(one) for one in found[:MOST_REPORTS]]


def _one(found: Any) -> Found:
    try:
        told = _object(found)
        if told.get("type") != "csp-violation":
            return None
        return _violation(_object(told.get("body")), _NEW)
    except Unreadable as why:
        return why


def _of_page(told: Mapping[str, Any]) -> ErrorReport | None:
    message, stack, url = _text(told, "message"), _text(told, "stack"), _text(told, "url")
    if not message and not _text(told, "kind"):
        raise Unreadable("nothing told")
    if _is_noise(message, stack, url) or (message.lower() in _NOTHING_TOLD and not stack):
        return None
    more: dict[str, str | int] = {}
    status = told.get("status")
    if isinstance(status, int) and 0 <= status <= 599:
        more["status"] = int(status)
    more |= {"method": _formed(told, "method", _METHOD), "release": _formed(told, "release", _RELEASE)}
    return ErrorReport(
        "browser",
        _formed(told, "kind", _KIND) or "Error",
        message,
        _text(told, "request_id"),
        _path(url),
        stack,
        {name: value for name, value in more.items() if value != ""},
    )


_OLD = ("document-uri", "blocked-uri", "effective-directive", "source-file", "line-number", "disposition")
_NEW = ("documentURL", "blockedURL", "effectiveDirective", "sourceFile", "lineNumber", "disposition")


def _old_violation(told: Mapping[str, Any]) -> ErrorReport | None:
    """Firefox told the directive with its values, and under another name, for long."""
    found = dict(_object(told.get("csp-report")))
    directive = _text(found, "effective-directive") or _text(found, "violated-directive").partition(" ")[0]
    return _violation({**found, "effective-directive": directive}, _OLD)


def _violation(told: Mapping[str, Any], names: Iterable[str]) -> ErrorReport | None:
    """Which rule stood before what, and where; a sample of the script is left out, it may hold anything."""
    page, blocked, directive, file, line, disposition = names
    rule = _formed(told, directive, _WORD)
    if not rule:
        raise Unreadable("no directive")
    if _is_noise(_text(told, blocked), _text(told, file), _text(told, page)):
        return None
    more: dict[str, str | int] = {
        "file": _path(_text(told, file)),
        "disposition": _formed(told, disposition, _WORD),
    }
    number = told.get(line)
    if isinstance(number, int) and 0 < number < 10**7:
        more["line"] = int(number)
    return ErrorReport(
        "csp",
        rule,
        f"{rule} stands before {_origin(_text(told, blocked))}",
        where=_path(_text(told, page)),
        more={name: value for name, value in more.items() if value != ""},
    )


def _is_noise(*texts: str) -> bool:
    return any(_FOREIGN.search(text) for text in texts) or texts[0] in ("chrome-extension", "moz-extension")


def _text(told: Mapping[str, Any], name: str) -> str:
    found = told.get(name)
    return found if isinstance(found, str) else ""


def _formed(told: Mapping[str, Any], name: str, form: re.Pattern[str]) -> str:
    found = _text(told, name)
    return found if form.fullmatch(found) else ""


def _path(url: str) -> str:
    """The path of an address, without what stands behind it and in front of it."""
    return _of(url, lambda place: place.path)


def _origin(blocked: str) -> str:
    """Where something would have come from: its origin, or a word such as `inline`."""
    if _WORD.fullmatch(blocked):
        return blocked
    return _of(
        blocked, lambda place: f"{place.scheme}://{place.hostname}" if place.hostname else place.scheme
    )


def _of(url: str, part: Callable[[Any], str]) -> str:
    try:
        return part(urlsplit(url))
    except ValueError:
        return ""
