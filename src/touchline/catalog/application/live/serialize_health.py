"""The health of a stream as plain values, for the API and the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from touchline.catalog.application.live.show_health import HealthPoint, SlotReport, StreamHealthReport
from touchline.catalog.domain.media.stream_faults import StreamFault

_HISTORY: Mapping[str, Callable[[HealthPoint], object]] = {
    "at": lambda point: point.at,
    "bitrate": lambda point: point.health.bitrate,
    "frame_rate": lambda point: point.health.frame_rate,
    "dropped_frames": lambda point: point.dropped,
    "late_frames": lambda point: point.late,
    "audio_level_db": lambda point: point.health.audio_level_db,
    "av_drift_ms": lambda point: point.health.av_drift_ms,
    "clock_drift_ms": lambda point: point.health.clock_drift_ms,
}


def serialize_report(report: StreamHealthReport) -> dict[str, Any]:
    """Return the report. Times stay `datetime`. The history is null if it was not requested."""
    return {
        "is_test": report.is_test,
        "state": report.state,
        "faults": _serialize_faults(report.faults),
        "slots": [_serialize_slot(slot) for slot in report.slots],
    }


def _serialize_slot(slot: SlotReport) -> dict[str, Any]:
    return {
        "slot": slot.slot,
        "at": slot.at,
        "values": asdict(slot.health) if slot.health is not None else None,
        "faults": _serialize_faults(slot.faults),
        "history": None
        if slot.history is None
        else {name: [get(point) for point in slot.history] for name, get in _HISTORY.items()},
    }


def _serialize_faults(faults: Sequence[StreamFault]) -> list[dict[str, Any]]:
    return [
        {
            "code": fault.code,
            "severity": fault.severity.value,
            "since": fault.since,
            "message": fault.message,
            "remedy": fault.remedy,
            "values": dict(fault.values),
        }
        for fault in faults
    ]
