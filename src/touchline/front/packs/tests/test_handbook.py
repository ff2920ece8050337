"""The steps of docs/how-to/write-a-channel-pack.md on the real app: the page's files, applied and served."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from contracts.walkthroughs.pages import apply_page, list_blocks
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.cli import channels

PAGE = "how-to/write-a-channel-pack.md"
HOST = {"Host": "valley.localhost:8080"}


@pytest.fixture
def valley_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder that the page creates, word for word. The working directory is its parent."""
    apply_page(PAGE, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "valley"


@pytest.fixture
def valley_visitor(
    valley_pack: Path, application: Application, visit: Callable[[ChannelDetails], Visitor]
) -> Visitor:
    """Return a visitor of the channel after running the page's command."""
    applied = CliRunner().invoke(channels, ["apply", valley_pack.name], obj=application)
    assert applied.exit_code == 0, applied.stderr
    with application.container.database().transaction(None, unscoped=True):
        return visit(application.container.channel.facade().find_channel("valley"))


def test_the_event_of_the_handbook_is_on_sale(valley_visitor: Visitor) -> None:
    [event] = valley_visitor.data("/events")
    assert (event["name"], event["short_name"]) == ("Alder Hawks @ Lake Otters", "ALD @ LAK")
    assert (event["price"], event["access_reason"]) == ("6.99", "login_required")
    offers = [(offer["name"], offer["price"]) for offer in valley_visitor.data("/packages")]
    assert offers == [("Single game", "6.99"), ("Season pass", "59.00")]
    assert event["single_event_package_id"]


def test_the_pages_of_the_handbook_are_served(valley_visitor: Visitor, client: FlaskClient) -> None:
    [about] = [page for page in valley_visitor.data("/pages") if page["url"] == "/about"]
    assert "a thermos" in valley_visitor.data(f"/pages/{about['id']}")["html"]
    assert [entry["question"] for entry in valley_visitor.data("/faq")] == ["Can I watch it later?"]
    assert client.get("/about", headers=HOST).status_code == 200


def test_errors_are_printed_as_the_handbook_shows(valley_pack: Path, application: Application) -> None:
    for name, right, wrong in (
        ("events.yaml", "away: hawks-boys", "away: hawk-boys"),
        ("channel.yaml", "accent-text: '#1b1302'", "accent-text: '#7a5c14'"),
    ):
        text = (valley_pack / name).read_text("utf-8")
        assert right in text
        (valley_pack / name).write_text(text.replace(right, wrong), "utf-8")
    result = CliRunner().invoke(channels, ["check", valley_pack.name], obj=application)
    shown = next(block.text for block in list_blocks(PAGE) if "Nothing was changed" in block.text)
    assert result.stderr.splitlines() == shown.splitlines()
