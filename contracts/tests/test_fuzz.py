"""A small share of what `make fuzz` asks, the same each time; and the walk over what is somebody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from contracts.fuzz.asking import Fuzz
from contracts.fuzz.walk import PERSONAL, Walk
from contracts.fuzz.world import World, world

SHARE, CHANCE = 400, 8
LISTS = {
    f"/api/{name}"
    for name in (
        "auth/sessions",
        "clips/user",
        "events/favorite",
        "favorites",
        "orders",
        "stripe/list-cards",
        "watch-positions",
    )
}


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """One world for both: the walk looks at what is there before it and after it."""
    with world(tmp_path_factory.mktemp("var")) as found:
        yield found


def test_nobody_gets_or_changes_what_is_another_viewers_or_another_channels_by_any_call(asked: World) -> None:
    walked = Walk(asked).go()
    assert walked.wrong == []
    personal = {
        f"{method.upper()} {path}"
        for path, calls in asked.document["paths"].items()
        for method in calls
        if method == "get" and any(f"{{{name}}}" in path for name in PERSONAL)
    }
    assert walked.found_by_owner == personal, "the owner has nothing there to be found"
    assert walked.lists_of_owner == LISTS, "the owner has nothing there to be found"


def test_no_call_breaks_and_none_answers_what_its_document_does_not_say(asked: World) -> None:
    found = Fuzz(asked, CHANCE).ask(SHARE)
    assert found.asked == SHARE
    assert {200, 204, 400, 401, 403, 404, 422} <= set(found.statuses)
    assert json.dumps([[*key, example] for key, example in found.wrong.items()], indent=1) == "[]"
