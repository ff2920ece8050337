"""`TOUCHLINE_MAIL=outbox`: local emails, shown at `/_outbox` (demo, development, tests).

Each email is a JSON file that only its owner may read, because emails contain links that grant access to an
account.
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

from touchline.channel.ports.email.mailer import Attachment, Email, MailerUnavailableError

MAX_EMAILS = 500


class OutboxMailer:
    """Mailer that keeps the last 500 emails in a folder. Also implements `StoredEmails`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, email: Email) -> None:
        """Store the email. An existing email with the same key stays unchanged."""
        try:
            self._save(email)
            self._prune()
        except OSError as error:
            raise MailerUnavailableError(
                f"Cannot write emails to {self._folder}: {error.strerror}."
            ) from None

    def list_all(self) -> Sequence[Email]:
        """List the stored emails, newest first."""
        return [email for path in self._list_newest_first() if (email := _load_email(path)) is not None]

    def check(self) -> None:
        """Raise `MailerUnavailableError` if the folder is not writable."""
        existing_parent = next(path for path in (self._folder, *self._folder.parents) if path.exists())
        if not os.access(existing_parent, os.W_OK):
            raise MailerUnavailableError(f"{self._folder} is not writable.")

    def _save(self, email: Email) -> None:
        """Save the email atomically. The first write of a key wins."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file_descriptor, temporary_path = tempfile.mkstemp(dir=self._folder, prefix=".email-")
        try:
            with os.fdopen(file_descriptor, "w", encoding="utf-8") as file:
                json.dump(_to_json(email), file, ensure_ascii=False)
            os.utime(
                temporary_path, ns=(time.time_ns(),) * 2
            )  # finer than the file system's clock, so that the order is kept
            with contextlib.suppress(FileExistsError):
                (self._folder / f"{email.digest}.json").hardlink_to(temporary_path)
        finally:
            Path(temporary_path).unlink(missing_ok=True)

    def _prune(self) -> None:
        for path in self._list_newest_first()[MAX_EMAILS:]:
            path.unlink(missing_ok=True)

    def _list_newest_first(self) -> list[Path]:
        paths_by_time = []
        for path in self._folder.glob("*.json"):
            with contextlib.suppress(FileNotFoundError):
                paths_by_time.append((path.stat().st_mtime_ns, path))
        return [path for _, path in sorted(paths_by_time, reverse=True)]


def _to_json(email: Email) -> dict[str, Any]:
    files = [
        {
            "name": attachment.name,
            "content": b64encode(attachment.content).decode(),
            "kind": attachment.kind,
        }
        for attachment in email.attachments
    ]
    return {**asdict(email), "sent_at": email.sent_at.isoformat(), "attachments": files}


def _load_email(path: Path) -> Email | None:
    """Return the email, or None if it was deleted meanwhile."""
    try:
        email_data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    files = tuple(
        Attachment(file["name"], b64decode(file["content"]), file["kind"])
        for file in email_data.get("attachments", ())
    )
    return Email(
        **{**email_data, "sent_at": datetime.fromisoformat(email_data["sent_at"]), "attachments": files}
    )
