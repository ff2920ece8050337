"""`touchline clips`, on the real tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from touchline.clips.adapters.cli.clip_commands import clips
from touchline.clips.tests.adapters.scene import Scene
from touchline.conftest import Visitor
from touchline.shared.errors import NotFound, Refused
from touchline.shared.jobs import Task


@pytest.fixture
def made(scene: Scene, ada: Visitor, save: Callable[..., Any]) -> tuple[int, int]:
    """Two clips: one that failed, and then one that waits."""
    medium = scene.film("over")
    first = save(ada, "over", medium)["id"]
    scene.fail(first)
    return first, save(ada, "over", medium, name="Slap shot")["id"]


def touchline(*arguments: str) -> Result:
    """Run `touchline clips …`; refusals pass through, as to the group that turns them into sentences."""
    answer = CliRunner(env={"COLUMNS": "200"}).invoke(clips, arguments)
    if isinstance(answer.exception, NotFound | Refused):
        raise answer.exception
    return answer


def test_clips_are_listed_the_newest_first(made: tuple[int, int]) -> None:
    told = touchline("list")
    assert told.exit_code == 0, told.output
    assert told.output.index("Slap shot") < told.output.index("Glove save")
    assert "A segment is damaged." in told.output
    plain = json.loads(touchline("list", "--json", "--limit", "1").output)
    assert ([one["id"] for one in plain["clips"]], plain["count"]) == ([made[1]], 2)


def test_of_one_state_alone(made: tuple[int, int]) -> None:
    plain = json.loads(touchline("list", "--json", "--state", "failed").output)
    assert ([one["id"] for one in plain["clips"]], plain["count"]) == ([made[0]], 1)


def test_one_is_shown(made: tuple[int, int]) -> None:
    plain = json.loads(touchline("info", str(made[0]), "--json").output)
    assert (plain["state"], plain["failure_message"]) == ("failed", "A segment is damaged.")
    assert "A segment is damaged." in touchline("info", str(made[0])).output
    with pytest.raises(NotFound, match="There is no clip 9999"):
        touchline("info", "9999")


def test_one_that_failed_is_cut_once_more(made: tuple[int, int], cuts: list[Task], scene: Scene) -> None:
    cuts.clear()
    assert touchline("retry", str(made[0])).output == f"Glove save (clip {made[0]}) waits to be cut.\n"
    assert [task.ids for task in cuts] == [(scene.channel.id, made[0])]
    with pytest.raises(Refused):
        touchline("retry", str(made[1]))


def test_one_is_deleted_with_its_files(made: tuple[int, int], ada: Visitor, scene: Scene) -> None:
    folder = scene.clip(made[0]).folder
    assert scene.files(f"{folder}/")
    assert touchline("delete", str(made[0])).exit_code == 0
    assert ada.get(f"/clip/{made[0]}").status_code == 404
    assert scene.files(f"{folder}/") == []
    assert scene.files(f"{scene.clip(made[1]).folder}/")


def test_another_channels_clip_is_not_there(made: tuple[int, int], other_channel: Any) -> None:
    with pytest.raises(NotFound):
        touchline("delete", str(made[0]), "--channel", "atelier")
