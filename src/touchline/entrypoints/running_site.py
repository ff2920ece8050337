"""The settings of the site that runs in a folder, so that commands in the same folder use the same ones.

`touchline run` writes them to `running.json` in the var folder and removes the file at its end. The file
names the process, so one that a killed run left behind counts for nothing.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from touchline.entrypoints.install import Obstacle
from touchline.platform.known_settings import KNOWN
from touchline.platform.settings import PREFIX, Settings
from touchline.shared.errors import Refused

FILE = "running.json"
_NOT_SHARED = {f"{PREFIX}{name}" for name in ("VAR", "LOG_FORMAT", "LOG_LEVEL", "WORKERS", "METRICS_PORT")}
"""Settings of a program, not of the site: a command may have its own."""


@contextmanager
def announced(settings: Settings, environment: Mapping[str, str]) -> Iterator[None]:
    """Let commands find the settings of this process for as long as the block runs.

    The file holds secrets of the environment, so only its owner may read it (mode 0600).
    """
    import psutil

    path = settings.var / FILE
    settings.var.mkdir(parents=True, exist_ok=True)
    process = psutil.Process()
    found = {
        "pid": process.pid,
        "started": process.create_time(),
        "settings": {name: environment[name] for name in sorted(environment) if _is_setting(name)},
    }
    handle, fresh = tempfile.mkstemp(dir=settings.var, prefix=f".{FILE}-")
    with os.fdopen(handle, "w") as out:
        json.dump(found, out)
    Path(fresh).replace(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def settings_of_running_site(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the `TOUCHLINE_…` variables of the site that runs in the var folder; empty if none runs."""
    path = Path(environment.get(f"{PREFIX}VAR", "var")).expanduser() / FILE
    try:
        found = json.loads(path.read_text())
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return {}
    except PermissionError:
        raise Refused(
            f"A site runs in this folder as another user, who alone may read {path}. "
            "Run this command as that user."
        ) from None
    return dict(found["settings"]) if _is_alive(found["pid"], found["started"]) else {}


def refuse_second_run(environment: Mapping[str, str]) -> None:
    """`Obstacle` when a site runs in the var folder already: two would write the same files."""
    running = settings_of_running_site(environment)
    if running:
        port = running.get(f"{PREFIX}PORT", _default(f"{PREFIX}PORT"))
        raise Obstacle(
            f"Touchline already runs in this folder, on port {port}. Stop it first, or name another folder "
            f"in {PREFIX}VAR."
        )


def adopt_running_site(environment: dict[str, str] | os._Environ[str]) -> None:
    """Give a command the settings of the running site. `Refused` where its own differ from them."""
    running = settings_of_running_site(environment)
    if not running:
        return
    for name in sorted(name for name in environment if _is_setting(name)):
        theirs = running.get(name, _default(name))
        if name not in _NOT_SHARED and environment[name] != theirs:
            raise Refused(
                f"The site that runs in this folder has another {name} than this command. "
                f"Unset {name} here, or stop the site first."
            )
    for name, value in running.items():
        environment.setdefault(name, value)


def _is_setting(name: str) -> bool:
    return name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() in KNOWN


def _default(name: str) -> str:
    value = getattr(Settings(), name.removeprefix(PREFIX).lower())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_alive(pid: int, started: float) -> bool:
    import psutil

    try:
        process = psutil.Process(pid)
        return bool(abs(process.create_time() - started) < 1 and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
