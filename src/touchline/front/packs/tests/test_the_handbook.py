"""The walk of docs/how-to/channel-pack.md on the real app: the files of the page, applied and served."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from contracts.walks.pages import blocks, follow
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.front.packs.cli import channel

PAGE = "how-to/channel-pack.md"
HOST = {"Host": "valley.localhost:8080"}


@pytest.fixture
def valley(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the page makes, word for word, seen from where the page is read."""
    follow(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "valley"


@pytest.fixture
def served(valley: Path, house: House, visit: Callable[[ChannelFacts], Visitor]) -> Visitor:
    """A visitor of the channel, after the page's command."""
    applied = CliRunner().invoke(channel, ["apply", valley.name], obj=house)
    assert applied.exit_code == 0, applied.stderr
    with house.container.database().transaction(None, unscoped=True):
        return visit(house.container.channel.facade().find_channel("valley"))


def test_the_game_of_the_page_is_on_sale(served: Visitor) -> None:
    [game] = served.data("/events")
    assert (game["name"], game["short_name"]) == ("Alder Hawks @ Lake Otters", "ALD @ LAK")
    assert (game["price"], game["access_reason"]) == ("6.99", "login_required")
    offers = [(offer["name"], offer["price"]) for offer in served.data("/packages")]
    assert offers == [("Single game", "6.99"), ("Season pass", "59.00")]
    assert game["single_event_package_id"]


def test_the_pages_of_the_page_are_read(served: Visitor, client: FlaskClient) -> None:
    [about] = [page for page in served.data("/pages") if page["url"] == "/about"]
    assert "a thermos" in served.data(f"/pages/{about['id']}")["html"]
    assert [entry["question"] for entry in served.data("/faq")] == ["Can I watch it later?"]
    assert client.get("/about", headers=HOST).status_code == 200


def test_what_is_wrong_is_said_as_the_page_shows_it(valley: Path, house: House) -> None:
    for name, right, wrong in (
        ("events.yaml", "away: hawks-boys", "away: hawk-boys"),
        ("channel.yaml", "accent-text: '#1b1302'", "accent-text: '#7a5c14'"),
    ):
        text = (valley / name).read_text("utf-8")
        assert right in text
        (valley / name).write_text(text.replace(right, wrong), "utf-8")
    said = CliRunner().invoke(channel, ["apply", valley.name, "--check"], obj=house)
    shown = next(block.text for block in blocks(PAGE) if "nothing was changed" in block.text)
    assert said.stderr.splitlines() == shown.splitlines()
