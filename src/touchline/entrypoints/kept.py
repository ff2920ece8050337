"""What a deployment keeps in its `var` folder: what a backup holds, and what is made again by itself."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from touchline.platform.file_copies import files_below
from touchline.platform.settings import Settings, secret_key

SECRET = "secret.key"  # noqa: S105
MEDIA = "media"
FIRST = (MEDIA, "files", "outbox", "analytics")
"""Folders to be copied before the database and once more behind it: what it names must be there."""
AFTER = ("fake-stripe",)
"""What may know more than the database, and never less: orders are settled by looking."""
MARKS = ("demo.visited",)
MADE_AGAIN = frozenset(
    {"drawn", "footage", "demo.done", "log", "metrics", "valkey", "valkey.sock", "site", "web"}
)
"""Pictures, films, logs, numbers, jobs, files of builds: all of it comes again, from what is kept."""
_WORK = (".work", ".partial-")
_BESIDE = ("-wal", "-shm", "-journal")
DATABASES = (".sqlite", ".sqlite3")


@dataclass(frozen=True)
class Kept:
    """A file that a backup holds: its name in it, and whether it is a database of its own."""

    path: Path
    name: str

    @property
    def is_database(self) -> bool:
        """Whether it is copied by SQLite, as others write to it."""
        return self.path.suffix in DATABASES


def kept(settings: Settings, folders: tuple[str, ...]) -> Iterator[Kept]:
    """The files below these folders of `var`."""
    for folder in folders:
        if folder == MEDIA and not media_are_local(settings):
            continue
        for path in files_below(settings.var / folder, _is_passing):
            yield Kept(path, f"var/{path.relative_to(settings.var).as_posix()}")


def marks(settings: Settings) -> Iterator[Kept]:
    """The single files of `var` that are kept; the secret key where no setting gives one."""
    names = (*MARKS, *(() if settings.secret_key else (SECRET,)))
    for name in names:
        if (settings.var / name).is_file():
            yield Kept(settings.var / name, f"var/{name}")


def is_kept(name: str) -> bool:
    """Whether a name in a backup is one of a file that it may hold."""
    top, _, inside = name.partition("/")
    first, *rest = inside.split("/")
    below = first in (*FIRST, *AFTER) and bool(rest) and {"", ".", ".."}.isdisjoint(rest)
    return top == "var" and (below or (not rest and first in (*MARKS, SECRET)))


def media_are_local(settings: Settings) -> bool:
    """Whether media lie in `var`, and not in a store elsewhere."""
    return settings.storage == "local"


def left_out(settings: Settings) -> Iterator[str]:
    """What a backup of this deployment does not hold, a sentence each."""
    if not media_are_local(settings):
        yield (
            f"Media lie in the store of TOUCHLINE_STORAGE={settings.storage} and are not copied: let the "
            "store keep its versions, or copy it by its own means, after this backup."
        )
    if settings.secret_key:
        yield (
            "The secret key comes from TOUCHLINE_SECRET_KEY and is not copied: keep it where you keep "
            "secrets. A restore wants the same one."
        )
    if settings.analytics_store != "database":
        yield f"What visitors did is kept in {settings.analytics_store}: back that up by its own means."
    for name in strangers(settings):
        yield f"{name} in the var folder is not Touchline's, and not copied."


def strangers(settings: Settings) -> list[str]:
    """What lies in `var` and is not known."""
    known = {*FIRST, *AFTER, *MARKS, *MADE_AGAIN, SECRET}
    own = {"touchline.sqlite" + end for end in ("", *_BESIDE)}
    if not settings.var.is_dir():
        return []
    found = (path.name for path in settings.var.iterdir())
    return sorted(name for name in found if name not in known | own and not name.startswith("."))


def in_the_way(settings: Settings) -> list[str]:
    """What is kept already where a restore would put something."""
    there = [name for name in (*FIRST, *AFTER) if any(kept(settings, (name,)))]
    return there + [one.name.removeprefix("var/") for one in marks(settings)]


def fingerprint(settings: Settings) -> str:
    """Tells one secret key from another, and nothing about either."""
    return fingerprint_of(secret_key(settings))


def fingerprint_of(key: bytes) -> str:
    """The same, of a key."""
    return hmac.new(key, b"touchline backup", hashlib.sha256).hexdigest()[:16]


def _is_passing(name: str) -> bool:
    return name.startswith(_WORK) or name.endswith(
        tuple(f"{end}{more}" for end in DATABASES for more in _BESIDE)
    )
