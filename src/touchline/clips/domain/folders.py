"""The folders that storage keeps for clips and event files: `clips/6921d3a8…`, `downloads/6921d3a8…`."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime

CLIPS = "clips"
DOWNLOADS = "downloads"
ROOT_FOLDERS = (CLIPS, DOWNLOADS)
_FOLDER_PATTERN = re.compile(rf"(?:{CLIPS}|{DOWNLOADS})/([0-9a-f]{{8}})[0-9a-f]{{20}}")


def new_folder(root_folder: str, now: datetime) -> str:
    """A name that nobody can guess and nothing else has. It begins with the second in which it was made: the
    links in the folder are as old as what they lead to."""
    return f"{root_folder}/{int(now.timestamp()):08x}{secrets.token_hex(10)}"


def get_created_at(folder: str) -> datetime | None:
    """When its name was made; None where that is no name of ours."""
    match = _FOLDER_PATTERN.fullmatch(folder)
    return datetime.fromtimestamp(int(match[1], 16), UTC) if match else None


def workspace_prefix(folder: str) -> str:
    """How the names of all workspaces begin in which something for a folder is made."""
    return f"{folder.replace('/', '-')}-"
