"""`TOUCHLINE_MAIL=outbox`: letters stay here, to be read at `/_outbox` (demo, development, tests).

Each is one JSON file that only its owner may read: a letter holds links that open an account.
"""

import contextlib
import json
import os
import tempfile
import time
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

from touchline.channel.ports.post import Attachment, Letter, PostUnavailable

MOST = 500


class OutboxPost:
    """Keeps the last 500 letters in a folder. `KeptLetters` as well."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, letter: Letter) -> None:
        """Keep the letter; one that is there under its key already stays as it is."""
        try:
            self._keep(letter)
            self._forget_old()
        except OSError as wrong:
            raise PostUnavailable(f"{self._folder} takes no letter: {wrong.strerror}.") from None

    def letters(self) -> Sequence[Letter]:
        """The kept letters, the newest first."""
        return [letter for path in self._newest_first() if (letter := _read(path)) is not None]

    def check(self) -> None:
        """`PostUnavailable` when the folder may not be written to."""
        nearest = next(path for path in (self._folder, *self._folder.parents) if path.exists())
        if not os.access(nearest, os.W_OK):
            raise PostUnavailable(f"{self._folder} may not be written to.")

    def _keep(self, letter: Letter) -> None:
        """Whole or not at all, and whoever comes first wins."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, fresh = tempfile.mkstemp(dir=self._folder, prefix=".letter-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as out:
                json.dump(_written(letter), out, ensure_ascii=False)
            os.utime(fresh, ns=(time.time_ns(),) * 2)  # finer than the tick of a file system, for the order
            with contextlib.suppress(FileExistsError):
                (self._folder / f"{letter.name}.json").hardlink_to(fresh)
        finally:
            Path(fresh).unlink(missing_ok=True)

    def _forget_old(self) -> None:
        for path in self._newest_first()[MOST:]:
            path.unlink(missing_ok=True)

    def _newest_first(self) -> list[Path]:
        found = []
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):
                found.append((path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(found, reverse=True)]


def _written(letter: Letter) -> dict[str, Any]:
    files = [
        {"name": one.name, "content": b64encode(one.content).decode(), "kind": one.kind}
        for one in letter.attachments
    ]
    return {**asdict(letter), "sent_at": letter.sent_at.isoformat(), "attachments": files}


def _read(path: Path) -> Letter | None:
    """None for one that was forgotten meanwhile."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    files = tuple(
        Attachment(one["name"], b64decode(one["content"]), one["kind"]) for one in said.get("attachments", ())
    )
    return Letter(**{**said, "sent_at": datetime.fromisoformat(said["sent_at"]), "attachments": files})
