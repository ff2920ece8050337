"""Which encoder is on air, by its health, the rules and the operator's choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from touchline.catalog.domain.media.encoder_slots import EncoderSlot
from touchline.catalog.domain.media.on_air import FailoverRules, SlotHealth, build_rules, choose_slot

PRIMARY, BACKUP = EncoderSlot.PRIMARY, EncoderSlot.BACKUP
GOOD = SlotHealth(is_sending=True, good_seconds=60.0)
NEW = SlotHealth(is_sending=True, good_seconds=9.9)
AWAY = SlotHealth()
STALLED = SlotHealth(is_sending=True, idle_seconds=3.0)
BLACK = SlotHealth(is_sending=True, black_seconds=5.0)
SILENT = SlotHealth(is_sending=True, silent_seconds=5.0)
DRIFTING = SlotHealth(is_sending=True, clock_drift_ms=-900)
RULES = FailoverRules()
STRICT = FailoverRules(max_black_seconds=5.0, max_silent_seconds=5.0, max_clock_drift_ms=900)
MANUAL = replace(RULES, return_after_seconds=None)


@pytest.mark.parametrize(
    ("primary", "backup", "expected"),
    [
        (GOOD, GOOD, PRIMARY),
        (AWAY, AWAY, PRIMARY),
        (AWAY, GOOD, BACKUP),
        (STALLED, NEW, BACKUP),
        (STALLED, STALLED, PRIMARY),
        (STALLED, AWAY, PRIMARY),
        (replace(GOOD, idle_seconds=2.9), GOOD, PRIMARY),
        (BLACK, GOOD, PRIMARY),
    ],
)
def test_the_backup_goes_on_air_when_the_primary_sends_nothing(
    primary: SlotHealth, backup: SlotHealth, expected: EncoderSlot
) -> None:
    assert choose_slot(PRIMARY, PRIMARY, {PRIMARY: primary, BACKUP: backup}, RULES) is expected


@pytest.mark.parametrize("bad", [BLACK, SILENT, DRIFTING])
def test_unusable_video_is_replaced_only_by_good_video_and_only_if_a_rule_says_so(bad: SlotHealth) -> None:
    assert choose_slot(PRIMARY, PRIMARY, {PRIMARY: bad, BACKUP: NEW}, STRICT) is BACKUP
    assert choose_slot(PRIMARY, PRIMARY, {PRIMARY: bad, BACKUP: BLACK}, STRICT) is PRIMARY
    assert choose_slot(PRIMARY, PRIMARY, {PRIMARY: bad, BACKUP: NEW}, RULES) is PRIMARY
    assert choose_slot(PRIMARY, PRIMARY, {PRIMARY: AWAY, BACKUP: bad}, STRICT) is BACKUP


@pytest.mark.parametrize(
    ("primary", "rules", "expected"),
    [
        (NEW, RULES, BACKUP),
        (replace(NEW, good_seconds=10.0), RULES, PRIMARY),
        (GOOD, MANUAL, BACKUP),
        (replace(BLACK, good_seconds=0.0), STRICT, BACKUP),
    ],
)
def test_the_primary_returns_after_some_seconds_of_good_health_or_by_hand(
    primary: SlotHealth, rules: FailoverRules, expected: EncoderSlot
) -> None:
    assert choose_slot(BACKUP, PRIMARY, {PRIMARY: primary, BACKUP: GOOD}, rules) is expected


def test_a_deployment_leaves_the_return_to_the_operator_with_zero_seconds() -> None:
    assert build_rules(0) == MANUAL
    assert build_rules(10) == RULES


def test_a_deployment_turns_on_the_rules_for_black_silent_and_drifting_video() -> None:
    assert build_rules(10, 5, 0, 0) == replace(RULES, max_black_seconds=5.0)
    assert build_rules(10, 0, 5, 0) == replace(RULES, max_silent_seconds=5.0)
    assert build_rules(10, 0, 0, 1) == replace(RULES, max_clock_drift_ms=1000)


def test_the_primary_returns_at_once_if_the_backup_fails() -> None:
    assert choose_slot(BACKUP, PRIMARY, {PRIMARY: NEW, BACKUP: STALLED}, MANUAL) is PRIMARY


def test_a_choice_of_the_operator_takes_effect_at_once_and_stays() -> None:
    both = {PRIMARY: GOOD, BACKUP: NEW}
    assert choose_slot(PRIMARY, BACKUP, both, RULES, is_requested=True) is BACKUP
    assert choose_slot(BACKUP, BACKUP, both, RULES) is BACKUP
    assert choose_slot(BACKUP, PRIMARY, both, MANUAL, is_requested=True) is PRIMARY


def test_a_choice_of_an_encoder_that_sends_nothing_waits_for_it() -> None:
    away = {PRIMARY: GOOD, BACKUP: AWAY}
    assert choose_slot(PRIMARY, BACKUP, away, RULES, is_requested=True) is PRIMARY
    assert choose_slot(PRIMARY, BACKUP, {PRIMARY: GOOD, BACKUP: GOOD}, RULES) is BACKUP


def test_the_chosen_backup_is_replaced_while_it_sends_nothing() -> None:
    assert choose_slot(BACKUP, BACKUP, {PRIMARY: GOOD, BACKUP: STALLED}, RULES) is PRIMARY
