"""What `touchline media withdraw` and `delete` say of clips, downloads and paid orders before they do it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from touchline.catalog.domain.media import Made, Owner
from touchline.clips.domain.clip import Words
from touchline.clips.tests.samples import clip
from touchline.conftest import NOON
from touchline.front.withdrawals.tests.conftest import Operator, told
from touchline.shared.ids import AccountId, EventId

MADE = Made("assets/1-00ff", 4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True)


@pytest.fixture
def recorded(operator: Operator) -> int:
    """The id of the game `first`, which has a recording, two clips and three downloads."""
    container: Any = operator.house.container
    event_id = EventId(operator.ids()["event"]["first"])
    with operator.house.container.database().transaction(operator.buyer.channel.id):
        media = container.catalog.media
        asset = media.assets().add("0" * 64, "Recording")
        media.rows().attach(Owner("event", event_id), asset.id, "Recording")
        asset.begin("test", NOON)
        asset.finish("test", MADE)
        media.assets().save(asset)
        media.streams().set_recorded(event_id, True)
        account = AccountId(operator.buyer.data("/profile")["id"])
        kept, downloads = container.clips.kept(), container.clips.downloads()
        channel_id = operator.buyer.channel.id
        made = [
            kept.add(
                clip(
                    words=Words(name, ()),
                    uuid=UUID(int=number),
                    event_id=event_id,
                    account_id=account,
                    channel_id=channel_id,
                )
            )
            for number, name in enumerate(("The save", "The goal"), start=1)
        ]
        downloads.note(account, "event", event_id, NOON)
        for one in made:
            downloads.note(account, "clip", one.id, NOON + timedelta(hours=1))
        downloads.note(account, "event", event_id + 1, NOON)
    return event_id


@pytest.mark.parametrize("action", ["withdraw", "delete"])
def test_a_preview_names_clips_downloads_and_orders_with_the_commands_that_refund_them(
    operator: Operator, recorded: int, action: str
) -> None:
    first, second = operator.buy("first"), operator.buy("second")
    season = operator.buy("season")
    seen = operator.run("media", action, "first", "--channel", "valley")
    assert seen.exit_code == 1
    assert "downloads 3." in seen.stdout
    assert "The save" in seen.stdout and "The goal" in seen.stdout
    assert "Paid orders of first: 1." in seen.stdout and "9.00 USD" in seen.stdout
    command = f"touchline orders refund {first['id']} --channel valley"
    assert command in seen.stdout
    for other in (second, season):
        assert f"refund {other['id']} " not in seen.stdout
    assert operator.order(first["id"])["status"] == "paid"
    paid_back = operator.run("orders", *command.removeprefix("touchline orders ").split(), "--yes")
    assert paid_back.exit_code == 0
    assert operator.order(first["id"])["status"] == "refunded"
    assert "refund" not in operator.run("media", action, "first", "--channel", "valley").stdout


def test_a_program_reads_the_same_before_and_after(operator: Operator, recorded: int) -> None:
    bought = operator.buy("first")
    for options in ((), ("--yes",)):
        seen = told(operator.run("media", "withdraw", "first", "--channel", "valley", "--json", *options))
        assert [one["name"] for one in seen["affected_clips"]] == ["The goal", "The save"]
        assert seen["downloads"] == 3
        assert seen["affected_orders"] == [
            {"id": bought["id"], "paid": "9.00", "currency": "USD", "refundable": True}
        ]


def test_a_recording_that_nobody_bought_or_clipped_names_nothing(operator: Operator, recorded: int) -> None:
    seen = operator.run("media", "delete", "first", "--channel", "valley")
    assert "Paid orders" not in seen.stdout and "refund" not in seen.stdout


def test_hiding_affects_no_order_and_names_none(operator: Operator, recorded: int) -> None:
    operator.buy("first")
    seen = operator.run("media", "hide", "first", "--channel", "valley")
    assert (seen.exit_code, "Paid orders" in seen.stdout) == (0, False)
