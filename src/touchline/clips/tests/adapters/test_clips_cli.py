"""`touchline clips`, on the real tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.clips.adapters.cli.clip_commands import clips
from touchline.clips.tests.adapters.scenario import ClipScenario
from touchline.conftest import Visitor
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.tasks.jobs import Task


@pytest.fixture
def clip_ids(scenario: ClipScenario, ada: Visitor, save: Callable[..., Any]) -> tuple[int, int]:
    """Create a failed clip and a queued clip, in this order, and return their IDs."""
    medium = scenario.add_recording("over")
    first = save(ada, "over", medium)["id"]
    scenario.fail_clip(first)
    return first, save(ada, "over", medium, name="Slap shot")["id"]


def run_cli(*arguments: str) -> Result:
    """Run `touchline clips …`.

    Raises `NotFoundError` and `RefusedError`, which the command group normally formats.
    """
    response = CliRunner(env={"COLUMNS": "200"}).invoke(clips, arguments)
    if isinstance(response.exception, NotFoundError | RefusedError):
        raise response.exception
    return response


def test_clips_are_listed_newest_first(clip_ids: tuple[int, int]) -> None:
    printed = run_cli("list")
    assert printed.exit_code == 0, printed.output
    assert printed.output.index("Slap shot") < printed.output.index("Glove save")
    assert "A segment is damaged." in printed.output
    parsed = json.loads(run_cli("list", "--json", "--limit", "1").output)
    assert ([clip["id"] for clip in parsed["clips"]], parsed["count"]) == ([clip_ids[1]], 2)


def test_clips_are_filtered_by_state(clip_ids: tuple[int, int]) -> None:
    parsed = json.loads(run_cli("list", "--json", "--state", "failed").output)
    assert ([clip["id"] for clip in parsed["clips"]], parsed["count"]) == ([clip_ids[0]], 1)


def test_a_clip_is_shown(clip_ids: tuple[int, int]) -> None:
    parsed = json.loads(run_cli("info", str(clip_ids[0]), "--json").output)
    assert (parsed["state"], parsed["failure_message"]) == ("failed", "A segment is damaged.")
    assert "A segment is damaged." in run_cli("info", str(clip_ids[0])).output
    with pytest.raises(NotFoundError, match="There is no clip 9999"):
        run_cli("info", "9999")


def test_a_failed_clip_is_retried(
    clip_ids: tuple[int, int], cuts: list[Task], scenario: ClipScenario
) -> None:
    cuts.clear()
    assert run_cli("retry", str(clip_ids[0])).output == f"Glove save (clip {clip_ids[0]}) is queued.\n"
    assert [task.ids for task in cuts] == [(scenario.channel.id, clip_ids[0])]
    with pytest.raises(RefusedError):
        run_cli("retry", str(clip_ids[1]))


def test_a_clip_is_deleted_with_its_files(
    clip_ids: tuple[int, int], ada: Visitor, scenario: ClipScenario
) -> None:
    folder = scenario.get_clip(clip_ids[0]).folder
    assert scenario.list_files(f"{folder}/")
    assert run_cli("delete", str(clip_ids[0])).exit_code == 0
    assert ada.get(f"/clip/{clip_ids[0]}").status_code == 404
    assert scenario.list_files(f"{folder}/") == []
    assert scenario.list_files(f"{scenario.get_clip(clip_ids[1]).folder}/")


def test_a_clip_of_another_channel_is_not_found(clip_ids: tuple[int, int], other_channel: Any) -> None:
    with pytest.raises(NotFoundError):
        run_cli("delete", str(clip_ids[0]), "--channel", "atelier")
