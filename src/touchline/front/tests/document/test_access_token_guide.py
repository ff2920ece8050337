"""The script in `docs/how-to/access-tokens.md` imports games with an access token."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import Request

import pytest

from touchline.channel.domain.operators.roles import Role
from touchline.front.tests.document.test_document_api import Operator, join

__all__ = ["join"]
GUIDE = Path(__file__).parents[5] / "docs/how-to/access-tokens.md"
GAMES = "\ufeffkey,starts,home,away,category\r\nopener,2026-12-04 19:00,otters-boys,hawks-boys,hockey\r\n"


def test_the_import_script_creates_games(
    join: Callable[[Role], Operator], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    producer = join(Role.PRODUCER)
    scopes = ["edit_content"]
    created = producer.call("POST", "/studio/tokens", name="Import", scopes=scopes, expires_in_days=30)
    assert created.json is not None
    found = re.search(r'```python title="import_games.py"\n(.*?)```', GUIDE.read_text("utf-8"), re.DOTALL)
    assert found
    games = tmp_path / "games.csv"
    games.write_text(GAMES, "utf-8")

    def send(request: Request, timeout: int) -> None:
        assert request.full_url.startswith("https://prairie.example.org/api/studio/") and timeout == 30
        response: Any = producer.visitor.browser.open(
            request.selector, method=request.get_method(), headers=dict(request.headers), data=request.data
        )
        assert response.status_code == 200, response.text

    monkeypatch.setattr("urllib.request.urlopen", send)
    monkeypatch.setattr(sys, "argv", ["import_games.py", str(games)])
    monkeypatch.setenv("SITE", "https://prairie.example.org")
    monkeypatch.setenv("TOKEN", created.json["data"]["secret"])
    exec(found[1], {})  # noqa: S102
    assert producer.data("/studio/entries/events/opener")["value"]["home"] == "otters-boys"
