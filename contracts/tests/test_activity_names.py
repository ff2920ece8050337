"""The studio's room Activity names every action of the audit log in words."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMES = ROOT / "web" / "src" / "channel" / "components" / "activity" / "useActivityNames.ts"
_RECORDED = re.compile(
    r"(?:\bchanges|\breads_personal_data|\bAuditRecord|\b_audit)\(\s*\"([a-z_]+\.[a-z_]+)\""
)
_NAMED = re.compile(r"^    '([a-z_]+\.[a-z_]+)':", re.MULTILINE)


def list_recorded_actions() -> set[str]:
    """Return the actions that routes, commands and use cases record."""
    files = (path for path in (ROOT / "src").rglob("*.py") if "tests" not in path.parts)
    return {action for path in files for action in _RECORDED.findall(path.read_text("utf-8"))}


def test_each_recorded_action_has_a_name_in_the_studio() -> None:
    recorded = list_recorded_actions()
    assert {"order.refund", "video.trim", "member.list"} <= recorded
    assert sorted(recorded - set(_NAMED.findall(NAMES.read_text("utf-8")))) == []
