"""Every event that a context announces has an example, and the example has the event's members and no others.

Who listens reads the example; who changes an event sees here that others know its old shape.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.contexts import announced

EXAMPLES = Path(__file__).parents[1] / "events"


def test_every_event_has_an_example_and_every_example_an_event() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.json")} == set(announced())


@pytest.mark.parametrize("name", sorted(announced()))
def test_an_example_is_what_travels(name: str) -> None:
    example: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    event = announced()[name](**example)
    assert json.loads(json.dumps(asdict(event))) == example
