"""The preview of clips, downloads and paid orders by `touchline recordings withdraw` and `delete`."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from touchline.billing.facade import EventScope, PassType
from touchline.catalog.domain.media.assets import MediaOwner, StoredPackage
from touchline.clips.domain.clip import ClipDetails
from touchline.clips.tests.samples import build_clip
from touchline.conftest import NOON
from touchline.front.withdrawals.tests.conftest import EVENTS, OperatorHarness, read_output
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId, EventId

STORED_PACKAGE = StoredPackage(
    "assets/1-00ff", 4000, 640, 360, 25.0, has_audio=True, has_captions=False, storyboard=True
)


@pytest.fixture
def recorded_event_id(operator: OperatorHarness) -> int:
    """Return the id of the game `first`, which has a recording, two clips and three downloads."""
    container: Any = operator.application.container
    event_id = EventId(operator.list_ids()["event"]["first"])
    with operator.application.container.database().transaction(operator.buyer.channel.id):
        catalog = container.catalog
        asset = catalog.assets().add("0" * 64, "Recording")
        catalog.media_items().attach(MediaOwner("event", event_id), asset.id, "Recording")
        asset.begin("test", NOON)
        asset.mark_ready("test", STORED_PACKAGE)
        catalog.assets().save(asset)
        catalog.events().set_recorded(event_id, True)
        account = AccountId(operator.buyer.data("/profile")["id"])
        clip_repository, downloads = container.clips.clips(), container.clips.downloads()
        channel_id = operator.buyer.channel.id
        clips = [
            clip_repository.add(
                build_clip(
                    details=ClipDetails(name, ()),
                    uuid=UUID(int=number),
                    event_id=event_id,
                    account_id=account,
                    channel_id=channel_id,
                )
            )
            for number, name in enumerate(("The save", "The goal"), start=1)
        ]
        downloads.add(account, "event", event_id, NOON)
        for clip in clips:
            downloads.add(account, "clip", clip.id, NOON + timedelta(hours=1))
        downloads.add(account, "event", event_id + 1, NOON)
    return event_id


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("action", ["withdraw", "delete"])
def test_a_preview_names_clips_downloads_and_orders_with_the_commands_that_refund_them(
    operator: OperatorHarness, recorded_event_id: int, action: str
) -> None:
    first, second = operator.buy("first"), operator.buy("second")
    season = operator.buy("season")
    operator.buy("year")
    result = operator.run_command("recordings", action, "first", "--channel", "valley")
    assert result.exit_code == 1
    assert "downloads 3." in result.stdout
    assert "The save" in result.stdout and "The goal" in result.stdout
    assert "Valid passes that open first: 2." in result.stdout
    assert "Paid orders of first: 1." in result.stdout and "9.00 USD" in result.stdout
    command = f"touchline orders refund {first['id']} --channel valley"
    assert command in result.stdout
    for other in (second, season):
        assert f"refund {other['id']} " not in result.stdout
    assert operator.get_order(first["id"])["status"] == "paid"
    refund = operator.run_command("orders", *command.removeprefix("touchline orders ").split(), "--yes")
    assert refund.exit_code == 0
    assert operator.get_order(first["id"])["status"] == "refunded"
    assert "refund" not in operator.run_command("recordings", action, "first", "--channel", "valley").stdout


def test_json_output_is_the_same_before_and_after(operator: OperatorHarness, recorded_event_id: int) -> None:
    order = operator.buy("first")
    for options in ((), ("--yes",)):
        output = read_output(
            operator.run_command("recordings", "withdraw", "first", "--channel", "valley", "--json", *options)
        )
        assert [clip["name"] for clip in output["affected_clips"]] == ["The goal", "The save"]
        assert output["downloads"] == 3
        assert output["affected_passes"] == 0
        assert output["affected_orders"] == [
            {"id": order["id"], "paid": "9.00", "currency": "USD", "refundable": True}
        ]


def test_a_recording_without_purchases_or_clips_affects_nothing(
    operator: OperatorHarness, recorded_event_id: int
) -> None:
    result = operator.run_command("recordings", "delete", "first", "--channel", "valley")
    assert "Paid orders" not in result.stdout and "refund" not in result.stdout


def test_hiding_affects_no_orders(operator: OperatorHarness, recorded_event_id: int) -> None:
    operator.buy("first")
    result = operator.run_command("recordings", "hide", "first", "--channel", "valley")
    assert (result.exit_code, "Paid orders" in result.stdout) == (0, False)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("pass_type", "count"), [("paid", 1), ("register", 0), ("ppv, price: {base: 9}", 0)])
def test_passes_count_only_for_events_that_they_open(
    operator: OperatorHarness, recorded_event_id: int, pass_type: str, count: int
) -> None:
    operator.buy("season")
    operator.write_pack(events=EVENTS.replace("pass: paid", f"pass: {pass_type}"))
    applied = operator.apply_pack("--yes")
    assert applied.exit_code == 0, applied.output
    assert count_passes_opening("first", operator) == count


def test_a_pass_that_ended_is_not_counted(
    operator: OperatorHarness, recorded_event_id: int, clock: FixedClock
) -> None:
    operator.buy("first")
    season = operator.buy("season")
    operator.buy("year")
    assert count_passes_opening("first", operator) == 2
    operator.run_command("orders", "refund", str(season["id"]), "--channel", "valley", "--yes")
    assert count_passes_opening("first", operator) == 1
    clock.advance(timedelta(days=366 + 30))
    assert count_passes_opening("first", operator) == 0


def test_passes_are_counted_by_one_query_however_many_there_are(
    operator: OperatorHarness, recorded_event_id: int, queries: Callable[..., Any]
) -> None:
    operator.buy("season")
    operator.buy("year")
    container: Any = operator.application.container
    scope = EventScope(id=recorded_event_id, pass_type=PassType.PAID, category_id=None, participant_ids=())
    with operator.application.container.database().transaction(operator.buyer.channel.id), queries() as sent:
        assert container.billing.facade().count_passes.for_event(scope) == 1
    assert len(sent) == 1


def count_passes_opening(key: str, operator: OperatorHarness) -> int:
    """Return the number of affected passes in the preview of a withdrawal."""
    output = read_output(operator.run_command("recordings", "withdraw", key, "--channel", "valley", "--json"))
    return int(output["affected_passes"])
