"""Decides which encoder of a live stream viewers see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from touchline.catalog.domain.media.encoder_slots import EncoderSlot


@dataclass(frozen=True, slots=True)
class SlotHealth:
    """What is known of the encoder of a slot now.

    `is_sending`: it is connected, and at least one of its segments is complete. `good_seconds` says for how
    long nothing has been wrong with it.
    """

    is_sending: bool = False
    idle_seconds: float = 0.0
    black_seconds: float = 0.0
    silent_seconds: float = 0.0
    clock_drift_ms: int = 0
    good_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class FailoverRules:
    """When the other encoder goes on air. None turns a rule off.

    `return_after_seconds`: how long the preferred encoder must be good before it goes back on air. None: only
    an operator puts it back.
    """

    max_idle_seconds: float = 3.0
    max_black_seconds: float | None = None
    max_silent_seconds: float | None = None
    max_clock_drift_ms: int | None = None
    return_after_seconds: float | None = 10.0

    def is_alive(self, health: SlotHealth) -> bool:
        """Return whether new video arrives."""
        return health.is_sending and health.idle_seconds < self.max_idle_seconds

    def is_good(self, health: SlotHealth) -> bool:
        """Return whether new video arrives and viewers can use it."""
        limits = (
            (health.black_seconds, self.max_black_seconds),
            (health.silent_seconds, self.max_silent_seconds),
            (abs(health.clock_drift_ms), self.max_clock_drift_ms),
        )
        return self.is_alive(health) and all(limit is None or value < limit for value, limit in limits)


def build_rules(
    return_after_seconds: int,
    max_black_seconds: int = 0,
    max_silent_seconds: int = 0,
    max_clock_drift_seconds: int = 0,
) -> FailoverRules:
    """Return the rules of a deployment. 0 seconds turns a rule off."""
    return FailoverRules(
        max_black_seconds=float(max_black_seconds) or None,
        max_silent_seconds=float(max_silent_seconds) or None,
        max_clock_drift_ms=max_clock_drift_seconds * 1000 or None,
        return_after_seconds=float(return_after_seconds) or None,
    )


def choose_slot(
    on_air: EncoderSlot,
    preferred: EncoderSlot,
    health: Mapping[EncoderSlot, SlotHealth],
    rules: FailoverRules,
    *,
    is_requested: bool = False,
) -> EncoderSlot:
    """Return the slot that goes on air, which is mostly the one that is on air already.

    `preferred` is the operator's choice. `is_requested`: the operator has just made it, so it takes effect at
    once if that encoder sends.
    """
    other = on_air.other
    if is_requested and rules.is_alive(health[preferred]):
        return preferred
    if not rules.is_alive(health[on_air]):
        return other if rules.is_alive(health[other]) else on_air
    if not rules.is_good(health[on_air]) and rules.is_good(health[other]):
        return other
    if on_air is preferred or rules.return_after_seconds is None:
        return on_air
    can_return = rules.is_good(health[other]) and health[other].good_seconds >= rules.return_after_seconds
    return other if can_return else on_air
