"""The two encoders of a live stream."""

from __future__ import annotations

from enum import StrEnum


class EncoderSlot(StrEnum):
    """The place of an encoder in a stream. Each slot has its own stream key."""

    PRIMARY = "primary"
    BACKUP = "backup"

    @property
    def other(self) -> EncoderSlot:
        """The other slot of the stream."""
        return EncoderSlot.BACKUP if self is EncoderSlot.PRIMARY else EncoderSlot.PRIMARY


class EncoderState(StrEnum):
    """What the encoder of a slot does. `STALLED`: it is connected, but sends nothing."""

    WAITING = "waiting"
    RECEIVING = "receiving"
    STALLED = "stalled"
