"""What the receiver of a live stream writes down line by line, and the ingest process reads along.

Each line is a JSON object in one write, so that a receiver which is killed leaves no half segment in it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

RECORD = "record.jsonl"
NO_ROOM = 28
"""How the receiver ends when the disk is full (ENOSPC): then nothing can be written down."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a rendition is like: pixels (0 for sound alone), pictures a second, codecs as in RFC 6381, and the
    bits a second that it is kept below (0 for those of the source, which are as they come)."""

    width: int
    height: int
    frame_rate: float
    codecs: str
    bits: int = 0


@dataclass(frozen=True, slots=True)
class WrittenSegment:
    """A segment that is whole in all renditions, with the bytes of each. `breaks`: its pictures are
    of another kind than those before it."""

    number: int
    ms: int
    breaks: bool
    sizes: Mapping[str, int]


class RecordWriter:
    """Appends to the record in a folder."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / RECORD, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def begin(self) -> None:
        """An encoder sends."""
        self._write({"began": True})

    def looks(self, looks: Mapping[str, Look], captions: bool) -> None:
        """What the renditions are like from here on, the source first."""
        self._write({"looks": {name: asdict(one) for name, one in looks.items()}, "captions": captions})

    def segment(self, segment: WrittenSegment) -> None:
        """One more segment is whole."""
        self._write({"segment": asdict(segment)})

    def report(self, fault: str) -> None:
        """A sentence for the operator; empty: nothing is wrong any more."""
        self._write({"fault": fault})

    def refuse(self, fault: str) -> None:
        """The stream cannot be used; the receiver ends."""
        self._write({"unusable": fault})

    def _write(self, line: Mapping[str, Any]) -> None:
        os.write(self._file, json.dumps(line, separators=(",", ":")).encode() + b"\n")


@dataclass
class RecordReader:
    """Reads a record while it grows."""

    folder: Path
    began: bool = False
    looks: dict[str, Look] = field(default_factory=dict)
    captions: bool = False
    segments: list[WrittenSegment] = field(default_factory=list)
    fault: str = ""
    unusable: str = ""
    _at: int = 0

    def read(self) -> None:
        """Take up the lines that are whole."""
        try:
            with (self.folder / RECORD).open("rb") as file:
                file.seek(self._at)
                data = file.read()
        except FileNotFoundError:
            return
        whole = data[: data.rfind(b"\n") + 1]
        self._at += len(whole)
        for line in whole.splitlines():
            self._take(json.loads(line))

    def _take(self, line: dict[str, Any]) -> None:
        self.began = True if "began" in line else self.began
        self.fault = line.get("fault", self.fault)
        self.unusable = line.get("unusable", self.unusable)
        if "looks" in line:
            self.looks = {name: Look(**one) for name, one in line["looks"].items()}
            self.captions = self.captions or line["captions"]
        if "segment" in line:
            self.segments.append(WrittenSegment(**line["segment"]))
