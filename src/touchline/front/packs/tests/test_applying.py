"""Applying packs to the real house."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import House
from touchline.front.packs.applying import ApplyPack
from touchline.front.packs.problems import PackRefused
from touchline.front.packs.tests.packs import NOON, copy_of
from touchline.shared.clock import FixedClock

State = Callable[[str], dict[str, Any]]


def change(file: Path, old: str, new: str) -> None:
    """Edit a file of a pack."""
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def starts(state: State) -> dict[str, Any]:
    return {event["key"]: event["starts"] for event in state("riverside")["catalog"]["events"]}


def test_a_second_apply_on_the_same_day_changes_nothing(
    apply_pack: ApplyPack, whole: Path, clock: FixedClock, state: State
) -> None:
    first = apply_pack(whole)
    before = state("riverside")
    clock.advance(timedelta(minutes=25))
    second = apply_pack(whole)
    assert first.total.changes == first.total.created > 20
    assert (second.channel_id, second.total.changes) == (first.channel_id, 0)
    assert second.total.unchanged == first.total.created
    assert state("riverside") == before


def test_every_value_of_a_pack_reaches_its_context(apply_pack: ApplyPack, whole: Path, state: State) -> None:
    apply_pack(whole)
    pack = apply_pack.check(whole)
    now = state("riverside")
    for name in ("slides", "pages", "faq", "texts", "popups", "prerolls", "routes", "channel"):
        assert now["channel"][name] == pack.content[name], name
    for package in pack.content["packages"]["packages"]:
        assert package in now["billing"]["packages"]
    for coupon in pack.content["coupons"]:
        assert coupon in now["billing"]["coupons"]


def test_ids_stay_while_keys_stay(apply_pack: ApplyPack, whole: Path, house: House, transaction: Any) -> None:
    applied = apply_pack(whole)

    def ids() -> Any:
        with transaction(applied.channel_id):
            return dict(house.container.catalog.facade().ids_by_key("event"))

    before = ids()
    change(whole / "events.yaml", "label: quarterfinal", "label: semifinal")
    assert apply_pack(whole).total.updated == 1
    assert ids() == before


def test_what_is_gone_from_the_pack_is_withdrawn_and_may_come_back(
    apply_pack: ApplyPack, whole: Path, state: State
) -> None:
    apply_pack(whole)
    packages = (whole / "packages.yaml").read_text()
    (whole / "packages.yaml").write_text("packages: []\n")
    coupons = (whole / "coupons.yaml").read_text()
    (whole / "coupons.yaml").write_text("")
    gone = apply_pack(whole)
    assert gone.counts["billing"].withdrawn == 7
    assert state("riverside")["billing"] == {"packages": [], "subscriptions": [], "coupons": []}
    (whole / "packages.yaml").write_text(packages)
    (whole / "coupons.yaml").write_text(coupons)
    assert apply_pack(whole).counts["billing"].created == 7


def test_a_game_on_air_does_not_start_over_with_each_apply(
    apply_pack: ApplyPack, whole: Path, clock: FixedClock, state: State
) -> None:
    apply_pack(whole)
    begun = starts(state)["on-air"]
    assert begun == NOON - timedelta(minutes=40)
    clock.advance(timedelta(hours=1))
    apply_pack(whole)
    assert starts(state)["on-air"] == begun


def test_a_game_on_air_begins_anew_once_it_is_over(
    apply_pack: ApplyPack, whole: Path, clock: FixedClock, state: State
) -> None:
    apply_pack(whole)
    clock.advance(timedelta(hours=2))
    apply_pack(whole)
    assert starts(state)["on-air"] == clock.now() - timedelta(minutes=40)


def test_relative_days_move_with_the_day_of_the_apply(
    apply_pack: ApplyPack, whole: Path, clock: FixedClock, state: State
) -> None:
    apply_pack(whole)
    before = starts(state)
    clock.advance(timedelta(days=1))
    apply_pack(whole)
    after = starts(state)
    assert after["hawks-at-otters"] == before["hawks-at-otters"] + timedelta(days=1)
    assert after["coach-talk"] == before["coach-talk"]


def test_a_refused_pack_changes_nothing(apply_pack: ApplyPack, whole: Path, state: State) -> None:
    apply_pack(whole)
    before = state("riverside")
    change(whole / "categories.yaml", "name: Talks", "nmae: Talks")
    change(whole / "events.yaml", "label: quarterfinal", "label: semifinal")
    with pytest.raises(PackRefused):
        apply_pack(whole)
    assert state("riverside") == before


def test_an_apply_that_fails_half_way_leaves_no_trace(
    apply_pack: ApplyPack, whole: Path, house: House, transaction: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(house.container.channel.facade(), "apply_pack", fail)
    with pytest.raises(OSError, match="full"):
        apply_pack(whole)
    with transaction(None, unscoped=True):
        assert house.container.channel.facade().all_channels() == []


def test_a_domain_of_another_channel_is_named_with_its_line(
    apply_pack: ApplyPack, whole: Path, tmp_path: Path
) -> None:
    apply_pack(whole)
    tiny = copy_of("tiny", tmp_path)
    change(
        tiny / "channel.yaml",
        "domains: [tiny.localhost]",
        "domains:\n  - tiny.localhost\n  - riverside.example.org",
    )
    with pytest.raises(PackRefused) as refused:
        apply_pack(tiny)
    assert str(refused.value) == (
        "channel.yaml:6: domains[1]: `riverside.example.org` belongs to the channel `riverside`; "
        "choose another name"
    )


def test_the_analytics_key_of_another_channel_is_named_with_its_line(
    apply_pack: ApplyPack, whole: Path, tmp_path: Path
) -> None:
    tiny = copy_of("tiny", tmp_path)
    change(whole / "channel.yaml", "settings:\n", "settings:\n  analytics_key: visits\n")
    change(tiny / "channel.yaml", "settings: {home:", "settings: {analytics_key: visits, home:")
    apply_pack(whole)
    assert apply_pack(whole).total.changes == 0
    with pytest.raises(PackRefused) as refused:
        apply_pack(tiny)
    assert str(refused.value) == (
        "channel.yaml:10: settings.analytics_key: `visits` belongs to the channel `riverside`; "
        "choose another key"
    )


def test_two_applies_at_once_do_not_interleave(apply_pack: ApplyPack, whole: Path, state: State) -> None:
    with ThreadPoolExecutor(2) as both:
        first, second = both.map(apply_pack, [whole, whole])
    assert first.channel_id == second.channel_id
    assert sorted([first.total.changes, second.total.changes])[0] == 0
    assert len(state("riverside")["catalog"]["events"]) == 3


def test_channels_do_not_see_each_others_things(
    apply_pack: ApplyPack, whole: Path, tmp_path: Path, state: State
) -> None:
    apply_pack(whole)
    before = state("riverside")
    other = copy_of("whole", tmp_path / "other")
    change(other / "channel.yaml", "slug: riverside", "slug: hillside")
    change(
        other / "channel.yaml",
        "riverside.example.org, watch.",
        "hillside.example.org, watch.hillside.example.org]\n#",
    )
    (other / "events.yaml").write_text("")
    (other / "slides.yaml").write_text("")
    apply_pack(other)
    assert state("riverside") == before
    assert state("hillside")["catalog"]["events"] == []


def test_the_pictures_of_a_pack_can_be_fetched(apply_pack: ApplyPack, whole: Path, client: Any) -> None:
    apply_pack(whole)
    address = apply_pack.check(whole).content["channel"]["logo"]
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.data == (whole / "pictures" / "mark.svg").read_bytes()
