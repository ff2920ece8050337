"""Deletes old samples of the health of streams."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.catalog.domain.media.stream_health import SAMPLE_RETENTION
from touchline.catalog.ports.media.stream_health import HealthSamples
from touchline.shared.clock import Clock
from touchline.shared.unit_of_work import UnitOfWorkFactory


@dataclass(frozen=True)
class DeleteOldHealth:
    """Use case: delete the samples of the day before. A worker runs this once a day."""

    uow: UnitOfWorkFactory
    samples: HealthSamples
    clock: Clock

    def __call__(self) -> None:
        """Delete the old samples of all channels."""
        with self.uow.all_channels():
            self.samples.delete_before(self.clock.now() - SAMPLE_RETENTION)
