"""Settings of the site that runs in a folder, so that commands in the same folder use the same settings.

`touchline run` writes the settings to `running.json` in the var folder and deletes the file when it ends. The
file identifies the process, so a file that a killed run left behind is ignored.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from touchline.entrypoints.install import SetupError
from touchline.platform.config.registry import SETTING_SPECS
from touchline.platform.config.renamed import rename_settings
from touchline.platform.config.settings import PREFIX, Settings
from touchline.shared.errors import RefusedError

RUNNING_FILE = "running.json"
_PROCESS_SETTINGS = {
    f"{PREFIX}{name}" for name in ("VAR", "LOG_FORMAT", "LOG_LEVEL", "WORKERS", "METRICS_PORT")
}
"""Settings of a process, not of the site. A command may set its own values."""


@contextmanager
def publish_settings(settings: Settings, environment: Mapping[str, str]) -> Iterator[None]:
    """Publish the settings of this process to commands while the block runs.

    The file contains secrets of the environment, so only its owner may read it (mode 0600).
    """
    import psutil

    path = settings.var / RUNNING_FILE
    settings.var.mkdir(parents=True, exist_ok=True)
    process = psutil.Process()
    record = {
        "pid": process.pid,
        "started": process.create_time(),
        "settings": {name: environment[name] for name in sorted(environment) if _is_setting(name)},
    }
    descriptor, temporary_path = tempfile.mkstemp(dir=settings.var, prefix=f".{RUNNING_FILE}-")
    with os.fdopen(descriptor, "w") as out:
        json.dump(record, out)
    Path(temporary_path).replace(path)
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def read_running_settings(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the `TOUCHLINE_…` variables of the site that runs in the var folder, or an empty dict if none
    runs.
    """
    path = Path(environment.get(f"{PREFIX}VAR", "var")).expanduser() / RUNNING_FILE
    try:
        record = json.loads(path.read_text())
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return {}
    except PermissionError:
        raise RefusedError(
            f"Another user runs a site in this folder, and only that user can read {path}. "
            "Run this command as that user."
        ) from None
    if not _is_alive(record["pid"], record["started"]):
        return {}
    settings = dict(record["settings"])
    rename_settings(settings)  # an older release wrote the file
    return settings


def check_not_running(environment: Mapping[str, str]) -> None:
    """Raise `SetupError` if a site already runs in the var folder. Two sites would write the same files."""
    running = read_running_settings(environment)
    if running:
        port = running.get(f"{PREFIX}PORT", _get_default(f"{PREFIX}PORT"))
        raise SetupError(
            f"Touchline is already running in this folder, on port {port}. Stop it first, or choose another "
            f"folder with {PREFIX}VAR."
        )


def use_running_settings(environment: dict[str, str] | os._Environ[str]) -> None:
    """Apply the settings of the running site to a command's environment.

    Raises `RefusedError` if the command's own settings differ.
    """
    running = read_running_settings(environment)
    if not running:
        return
    for name in sorted(name for name in environment if _is_setting(name)):
        running_value = running.get(name, _get_default(name))
        if name not in _PROCESS_SETTINGS and environment[name] != running_value:
            raise RefusedError(
                f"The site running in this folder has a different {name} than this command. "
                f"Unset {name} here, or stop the site first."
            )
    for name, value in running.items():
        environment.setdefault(name, value)


def _is_setting(name: str) -> bool:
    return name.startswith(PREFIX) and name.removeprefix(PREFIX).lower() in SETTING_SPECS


def _get_default(name: str) -> str:
    value = getattr(Settings(), name.removeprefix(PREFIX).lower())
    return str(value).lower() if isinstance(value, bool) else str(value)


def _is_alive(pid: int, started: float) -> bool:
    import psutil

    try:
        process = psutil.Process(pid)
        return bool(abs(process.create_time() - started) < 1 and process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
