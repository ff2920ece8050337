"""Facts as rows, the same for every store. What a browser named is made to fit: one value that a database
refuses would keep a whole batch from being written, time and again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from touchline.analytics.domain.facts import Happening, Session, ViewFact, Visitor

_MOST = 2**31 - 1
_MOST_ID = 2**63 - 1


def session_row(fact: Session) -> dict[str, Any]:
    """The columns of a session."""
    more = {"platform": _plain(fact.platform), "resolution": _plain(fact.resolution)}
    return _common(fact) | more


def happening_row(fact: Happening) -> dict[str, Any]:
    """The columns of a happening; `detail` is JSON, empty where nothing was told."""
    more = {
        "name": _plain(fact.name),
        "page": _plain(fact.page),
        "thing_kind": fact.thing_kind.value if fact.thing_kind else None,
        "thing_id": _whole(fact.thing_id, _MOST_ID),
        "detail": _json(fact.detail),
    }
    return _common(fact) | more


def view_row(fact: ViewFact) -> dict[str, Any]:
    """The columns of a fact of a view; `about` is JSON, empty where nothing was told."""
    more = {
        "view": _plain(fact.view),
        "thing_kind": fact.thing_kind.value,
        "thing_id": _whole(fact.thing_id, _MOST_ID),
        "what": fact.what.value,
        "live": fact.live,
        "position": _whole(fact.position),
        "seconds": _whole(fact.seconds),
        "startup_ms": _whole(fact.startup_ms),
        "stall_ms": _whole(fact.stall_ms),
        "bitrate": _whole(fact.bitrate),
        "side": fact.side.value if fact.side else None,
        "fault": _plain(fact.fault),
        "about": _json(fact.about),
    }
    return _common(fact) | more


def _common(fact: Session | Happening | ViewFact) -> dict[str, Any]:
    visitor: Visitor = fact.visitor
    return {
        "channel_id": visitor.channel_id,
        "at": fact.at,
        "id": fact.id & _MOST_ID,
        "session": _plain(visitor.session),
        "person": visitor.person or None,
        "country": _plain(visitor.country),
        "device": visitor.device.value,
        "browser": _plain(visitor.browser),
        "system": _plain(visitor.system),
        "is_bot": visitor.is_bot,
        "is_doubtful": visitor.is_doubtful,
        "origin": _plain(visitor.origin),
        "trk": _plain(visitor.trk),
    }


def _plain(said: str) -> str:
    """PostgreSQL refuses the character 0, and both databases half a surrogate pair."""
    if said.isascii() and "\0" not in said:
        return said
    return said.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def _whole(figure: int, most: int = _MOST) -> int:
    return min(max(figure, 0), most)


def _json(said: Mapping[str, Any]) -> str:
    return json.dumps(dict(said), separators=(",", ":")) if said else ""
