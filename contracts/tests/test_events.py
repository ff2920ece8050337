"""Every event that a context publishes has an example with exactly the event's members.

Subscribers read the example. If you change an event, these tests fail, because subscribers may still expect
the old form.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.contexts import load_event_types

EXAMPLES = Path(__file__).parents[1] / "events"


def test_every_event_has_an_example_and_every_example_an_event() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.json")} == set(load_event_types())


@pytest.mark.parametrize("name", sorted(load_event_types()))
def test_an_example_matches_the_serialized_event(name: str) -> None:
    example: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    event = load_event_types()[name](**example)
    assert json.loads(json.dumps(asdict(event))) == example
