"""A line that loses packets."""

from __future__ import annotations

import random
import select
import socket
import threading


class LossyRelay:
    """A UDP relay in front of a port that loses a share of the packets in both directions."""

    def __init__(self, target_port: int, loss: float) -> None:
        self._front, self._back = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
        self._front.bind(("127.0.0.1", 0))
        self._back.connect(("127.0.0.1", target_port))
        self.port = int(self._front.getsockname()[1])
        self.lost_count = 0
        self._loss, self._random, self._is_closed = loss, random.Random(7), False  # noqa: S311
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def close(self) -> None:
        self._is_closed = True
        self._thread.join()
        self._front.close()
        self._back.close()

    def _run(self) -> None:
        client: tuple[str, int] | None = None
        while not self._is_closed:
            for ready in select.select([self._front, self._back], (), (), 0.1)[0]:
                try:
                    data, sender = ready.recvfrom(2048)
                except ConnectionError:
                    continue
                client = sender if ready is self._front else client
                if self._random.random() < self._loss:
                    self.lost_count += 1
                elif ready is self._front:
                    self._back.send(data)
                elif client is not None:
                    self._front.sendto(data, client)
