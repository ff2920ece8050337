"""Storage folders of clips and event files: `clips/6921d3a8…`, `downloads/6921d3a8…`."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

CLIPS = "clips"
DOWNLOADS = "downloads"
ROOT_FOLDERS = (CLIPS, DOWNLOADS)
_FOLDER_PATTERN = re.compile(rf"(?:{CLIPS}|{DOWNLOADS})/([0-9a-f]{{8}})[0-9a-f]{{20}}")


def new_folder(root_folder: str, now: datetime) -> str:
    """Return a unique folder name that cannot be guessed.

    It starts with the creation time in seconds, because links in the folder have the age of their targets.
    """
    return f"{root_folder}/{int(now.timestamp()):08x}{secrets.token_hex(10)}"


def get_created_at(folder: str) -> datetime | None:
    """Return when the folder name was created; None for a name in another format."""
    match = _FOLDER_PATTERN.fullmatch(folder)
    return datetime.fromtimestamp(int(match[1], 16), UTC) if match else None


def workspace_prefix(folder: str) -> str:
    """Return the name prefix of all workspaces of a folder."""
    return f"{folder.replace('/', '-')}-"
