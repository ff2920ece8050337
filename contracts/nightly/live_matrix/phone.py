"""A phone that sends what it records in chunks over HTTP, and keeps what it cannot send."""

from __future__ import annotations

import hashlib
import threading
import time
import uuid
from collections import deque
from pathlib import Path

import requests

from contracts.media.generated_videos import remux
from contracts.nightly.live_matrix.cases import PART_SECONDS

_CHUNKS_PER_SECOND = 2
_RETRY_SECONDS = 0.5
_TIMEOUT_SECONDS = 10.0
_SEND_TIMEOUT_SECONDS = 120.0
_FRAGMENTED = ("-movflags", "empty_moov+frag_keyframe+default_base_moof")


class PhoneEncoder:
    """A phone whose browser records a file in real time. What it cannot send waits until the line is back."""

    def __init__(self, camera_url: str, api_key: str, folder: Path) -> None:
        """`camera_url` is the camera of an event in the studio's API."""
        self._url, self._folder = f"{camera_url}/{uuid.uuid4()}", folder
        self._http = requests.Session()
        self._http.trust_env = False
        self._query = {"api_key": api_key}
        self._waiting: deque[tuple[int, int, bytes]] = deque()
        self._count = self._recordings = 0
        self._is_online = threading.Event()
        self._recorder: threading.Thread | None = None
        self.sent_seconds = 0.0

    def start(self, file: Path) -> None:
        """Record a file in real time, and send it and what waits."""
        recording = remux(file, self._folder / f"{uuid.uuid4()}.mp4", *_FRAGMENTED)
        if not self._recordings:
            self._call("PUT", self._url)
            threading.Thread(target=self._send, daemon=True).start()
        self._recorder = threading.Thread(
            target=self._record, args=(recording, self._recordings), daemon=True
        )
        self._recordings += 1
        self._is_online.set()
        self._recorder.start()

    def drop(self, seconds: float) -> None:
        """Lose the line for some seconds. The phone goes on recording."""
        self._is_online.clear()
        time.sleep(seconds)
        self._is_online.set()
        assert self._recorder is not None
        self._recorder.join()

    def wait(self) -> bool:
        """Wait until everything is sent."""
        assert self._recorder is not None
        self._recorder.join()
        deadline = time.monotonic() + _SEND_TIMEOUT_SECONDS
        while self._waiting and time.monotonic() < deadline:
            time.sleep(0.1)
        return not self._waiting

    def _record(self, file: Path, recording: int) -> None:
        data = file.read_bytes()
        count = PART_SECONDS * _CHUNKS_PER_SECOND
        size = len(data) // count + 1
        started_at = time.monotonic()
        for number in range(count):
            time.sleep(max(0.0, started_at + (number + 1) / _CHUNKS_PER_SECOND - time.monotonic()))
            self._waiting.append((self._count, recording, data[number * size : (number + 1) * size]))
            self._count += 1
        self.sent_seconds += PART_SECONDS

    def _send(self) -> None:
        while True:
            self._is_online.wait()
            if not self._waiting:
                time.sleep(0.1)
                continue
            number, recording, data = self._waiting[0]
            sha256 = hashlib.sha256(data).hexdigest()
            try:
                self._call(
                    "PUT", f"{self._url}/chunks/{number}", data, recording=str(recording), sha256=sha256
                )
                self._waiting.popleft()
            except requests.RequestException:
                time.sleep(_RETRY_SECONDS)

    def _call(self, method: str, url: str, data: bytes = b"", **query: str) -> None:
        response = self._http.request(
            method, url, params={**self._query, **query}, data=data, timeout=_TIMEOUT_SECONDS
        )
        response.raise_for_status()
