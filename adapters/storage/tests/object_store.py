"""An object store on the loopback interface: moto's S3, over real HTTP."""

from __future__ import annotations

import atexit
import itertools
import logging
from dataclasses import dataclass, field
from functools import cache

from moto.server import ThreadedMotoServer

from adapters.storage.s3_connection import Bucket, S3Connection


@dataclass
class MotoObjectStore:
    """A server in this process. `endpoint` is its URL."""

    endpoint: str
    _counter: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def create_bucket(self) -> Bucket:
        """Create a bucket. Returns it with an empty prefix."""
        bucket = Bucket(
            name="media",
            prefix=f"test-{next(self._counter)}",
            endpoint=self.endpoint,
            access_key="key",
            secret_key="secret-word",
        )
        S3Connection(bucket).get_client().create_bucket(Bucket=bucket.name)
        return bucket


@cache
def start_object_store() -> MotoObjectStore:
    """Start one server for all tests of a process."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    atexit.register(server.stop)
    host, port = server.get_host_and_port()
    return MotoObjectStore(f"http://{host}:{port}")
