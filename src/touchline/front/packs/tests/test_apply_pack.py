"""Applying packs to the real application."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.problems import PackRefusedError
from touchline.front.packs.tests.pack_fixtures import PACK_TIME, copy_pack
from touchline.shared.clock import FixedClock

State = Callable[[str], dict[str, Any]]


def replace_text(file: Path, old: str, new: str) -> None:
    """Replace a text in a file of a pack."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def list_starts(state: State) -> dict[str, Any]:
    return {event["key"]: event["starts"] for event in state("riverside")["catalog"]["events"]}


def test_a_second_apply_on_the_same_day_changes_nothing(
    apply_pack: ApplyPack, full_pack: Path, clock: FixedClock, state: State
) -> None:
    first = apply_pack(full_pack)
    before = state("riverside")
    clock.advance(timedelta(minutes=25))
    second = apply_pack(full_pack)
    assert first.total.changed == first.total.created > 20
    assert (second.channel_id, second.total.changed) == (first.channel_id, 0)
    assert second.total.unchanged == first.total.created
    assert state("riverside") == before


def test_a_folder_can_be_named_from_the_current_one(
    apply_pack: ApplyPack, full_pack: Path, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(full_pack.parent)
    apply_pack(Path(full_pack.name))
    before = state("riverside")
    assert apply_pack(full_pack).total.changed == 0
    assert state("riverside") == before


def test_every_value_of_a_pack_reaches_its_context(
    apply_pack: ApplyPack, full_pack: Path, state: State
) -> None:
    apply_pack(full_pack)
    pack = apply_pack.check(full_pack)
    current = state("riverside")
    for name in ("slides", "pages", "faq", "texts", "popups", "sponsors", "prerolls", "routes", "channel"):
        assert current["channel"][name] == pack.content[name], name
    for package in pack.content["packages"]["packages"]:
        assert package in current["billing"]["packages"]
    for coupon in pack.content["coupons"]:
        assert coupon in current["billing"]["coupons"]


def test_ids_stay_while_keys_stay(
    apply_pack: ApplyPack, full_pack: Path, application: Application, transaction: Any
) -> None:
    applied = apply_pack(full_pack)

    def list_ids() -> Any:
        with transaction(applied.channel_id):
            return dict(application.container.catalog.facade().list_ids_by_key("event"))

    before = list_ids()
    replace_text(full_pack / "events.yaml", "label: quarterfinal", "label: semifinal")
    assert apply_pack(full_pack).total.updated == 1
    assert list_ids() == before


def test_an_offer_removed_from_the_pack_is_withdrawn_and_can_return(
    apply_pack: ApplyPack, full_pack: Path, state: State
) -> None:
    apply_pack(full_pack)
    packages = (full_pack / "packages.yaml").read_text()
    (full_pack / "packages.yaml").write_text("packages: []\n")
    coupons = (full_pack / "coupons.yaml").read_text()
    (full_pack / "coupons.yaml").write_text("")
    result = apply_pack(full_pack)
    assert result.counts["billing"].withdrawn == 7
    assert state("riverside")["billing"] == {"packages": [], "subscriptions": [], "coupons": []}
    (full_pack / "packages.yaml").write_text(packages)
    (full_pack / "coupons.yaml").write_text(coupons)
    assert apply_pack(full_pack).counts["billing"].created == 7


def test_a_live_event_does_not_restart_with_each_apply(
    apply_pack: ApplyPack, full_pack: Path, clock: FixedClock, state: State
) -> None:
    apply_pack(full_pack)
    started = list_starts(state)["on-air"]
    assert started == PACK_TIME - timedelta(minutes=40)
    clock.advance(timedelta(hours=1))
    apply_pack(full_pack)
    assert list_starts(state)["on-air"] == started


def test_a_relative_event_restarts_once_it_has_ended(
    apply_pack: ApplyPack, full_pack: Path, clock: FixedClock, state: State
) -> None:
    apply_pack(full_pack)
    clock.advance(timedelta(hours=2))
    apply_pack(full_pack)
    assert list_starts(state)["on-air"] == clock.now() - timedelta(minutes=40)


def test_relative_days_move_with_the_day_of_the_apply(
    apply_pack: ApplyPack, full_pack: Path, clock: FixedClock, state: State
) -> None:
    apply_pack(full_pack)
    before = list_starts(state)
    clock.advance(timedelta(days=1))
    apply_pack(full_pack)
    after = list_starts(state)
    assert after["hawks-at-otters"] == before["hawks-at-otters"] + timedelta(days=1)
    assert after["coach-talk"] == before["coach-talk"]


def test_a_refused_pack_changes_nothing(apply_pack: ApplyPack, full_pack: Path, state: State) -> None:
    apply_pack(full_pack)
    before = state("riverside")
    replace_text(full_pack / "categories.yaml", "name: Talks", "nmae: Talks")
    replace_text(full_pack / "events.yaml", "label: quarterfinal", "label: semifinal")
    with pytest.raises(PackRefusedError):
        apply_pack(full_pack)
    assert state("riverside") == before


def test_a_failed_apply_leaves_no_trace(
    apply_pack: ApplyPack,
    full_pack: Path,
    application: Application,
    transaction: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(application.container.channel.facade(), "apply_pack", fail)
    with pytest.raises(OSError, match="full"):
        apply_pack(full_pack)
    with transaction(None, unscoped=True):
        assert application.container.channel.facade().list_channels() == []


def test_a_domain_of_another_channel_is_named_with_its_line(
    apply_pack: ApplyPack, full_pack: Path, tmp_path: Path
) -> None:
    apply_pack(full_pack)
    tiny = copy_pack("tiny", tmp_path)
    replace_text(
        tiny / "channel.yaml",
        "domains: [tiny.localhost]",
        "domains:\n  - tiny.localhost\n  - riverside.example.org",
    )
    with pytest.raises(PackRefusedError) as error:
        apply_pack(tiny)
    assert str(error.value) == (
        "channel.yaml:6: domains[1]: `riverside.example.org` belongs to the channel `riverside`; "
        "choose another name"
    )


def test_the_analytics_key_of_another_channel_is_named_with_its_line(
    apply_pack: ApplyPack, full_pack: Path, tmp_path: Path
) -> None:
    tiny = copy_pack("tiny", tmp_path)
    replace_text(full_pack / "channel.yaml", "settings:\n", "settings:\n  analytics_key: visits\n")
    replace_text(tiny / "channel.yaml", "settings: {home:", "settings: {analytics_key: visits, home:")
    apply_pack(full_pack)
    assert apply_pack(full_pack).total.changed == 0
    with pytest.raises(PackRefusedError) as error:
        apply_pack(tiny)
    assert str(error.value) == (
        "channel.yaml:10: settings.analytics_key: `visits` belongs to the channel `riverside`; "
        "choose another key"
    )


def test_two_applies_at_once_do_not_interleave(apply_pack: ApplyPack, full_pack: Path, state: State) -> None:
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(apply_pack, [full_pack, full_pack])
    assert first.channel_id == second.channel_id
    assert sorted([first.total.changed, second.total.changed])[0] == 0
    assert len(state("riverside")["catalog"]["events"]) == 3


def test_channels_do_not_see_each_others_items(
    apply_pack: ApplyPack, full_pack: Path, tmp_path: Path, state: State
) -> None:
    apply_pack(full_pack)
    before = state("riverside")
    other = copy_pack("whole", tmp_path / "other")
    replace_text(other / "channel.yaml", "slug: riverside", "slug: hillside")
    replace_text(
        other / "channel.yaml",
        "riverside.example.org, watch.",
        "hillside.example.org, watch.hillside.example.org]\n#",
    )
    (other / "events.yaml").write_text("")
    (other / "slides.yaml").write_text("")
    apply_pack(other)
    assert state("riverside") == before
    assert state("hillside")["catalog"]["events"] == []


def test_the_images_of_a_pack_can_be_fetched(apply_pack: ApplyPack, full_pack: Path, client: Any) -> None:
    apply_pack(full_pack)
    url = apply_pack.check(full_pack).content["channel"]["logo"]
    response = client.get(url)
    assert response.status_code == 200
    assert response.data == (full_pack / "pictures" / "mark.svg").read_bytes()
