"""Objects as JSON in one SQLite file.

An object is a dict with `object` and `id`, in Stripe's response format. Private fields are below the key `_`:
`owner` (the object it belongs to), `due` (when scheduled work is due for it), `clock` (its test clock), and
other internal state of a resource.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]

TABLES = """
CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL,
    customer TEXT, owner TEXT, due INTEGER, clock TEXT NOT NULL DEFAULT '', body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS by_customer ON objects (customer, kind, seq) WHERE customer IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_owner ON objects (owner, kind, seq) WHERE owner IS NOT NULL;
CREATE INDEX IF NOT EXISTS by_kind ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS by_due ON objects (clock, due) WHERE due IS NOT NULL;
CREATE TABLE IF NOT EXISTS keys (
    key TEXT PRIMARY KEY, asked TEXT NOT NULL, path TEXT NOT NULL, at INTEGER NOT NULL,
    status INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY, event TEXT NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL,
    state TEXT NOT NULL, due REAL NOT NULL, tries INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS by_state ON deliveries (state, due);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
"""
UPSERT = """
INSERT INTO objects (kind, id, created, customer, owner, due, clock, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET customer = excluded.customer, owner = excluded.owner, due = excluded.due,
    clock = excluded.clock, body = excluded.body
"""


class Store:
    """The SQLite database, in memory if `folder` is None.

    Use it from one thread at a time (the simulator's lock).
    """

    def __init__(self, folder: Path | None) -> None:
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
        self.db = sqlite3.connect(
            folder / "stripe.sqlite3" if folder else ":memory:", isolation_level=None, check_same_thread=False
        )
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.executescript(TABLES)

    def save(self, body: Json) -> None:
        """Save a new or changed object."""
        private_fields = body.get("_", {})
        self.db.execute(
            UPSERT,
            (
                body["object"],
                body["id"],
                body.get("created", 0),
                body.get("customer"),
                private_fields.get("owner"),
                private_fields.get("due"),
                private_fields.get("clock") or "",
                json.dumps(body, separators=(",", ":")),
            ),
        )

    def get(self, id: str) -> Json | None:
        """Return an object by its ID, or None."""
        row = self.db.execute("SELECT body FROM objects WHERE id = ?", (id,)).fetchone()
        return json.loads(row[0]) if row else None

    def get_sequence(self, id: str) -> int | None:
        """Return an object's position in the order of creation, or None."""
        row = self.db.execute("SELECT seq FROM objects WHERE id = ?", (id,)).fetchone()
        return int(row[0]) if row else None

    def list_objects(
        self, kind: str, where: str = "", values: tuple[Any, ...] = (), order: str = "DESC"
    ) -> Iterator[Json]:
        """List objects of a kind, newest first.

        `where` is trusted SQL of this package (`AND owner = ?`).
        """
        query = f"SELECT body FROM objects WHERE kind = ? {where} ORDER BY seq {order}"  # noqa: S608
        for (body,) in self.db.execute(query, (kind, *values)):
            yield json.loads(body)

    def get_next_due(self, until: int, clock: str = "") -> Json | None:
        """Return the object that is due first by a clock, up to a time, or None."""
        query = "SELECT body FROM objects WHERE clock = ? AND due <= ? ORDER BY due, seq LIMIT 1"
        row = self.db.execute(query, (clock, until)).fetchone()
        return json.loads(row[0]) if row else None

    def get_setting(self, name: str, default: Any = None) -> Any:
        """Return a persistent setting."""
        row = self.db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else default

    def set_setting(self, name: str, value: Any) -> None:
        """Save a persistent setting."""
        self.db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, json.dumps(value)))

    def clear(self) -> None:
        """Delete all data."""
        for table in ("objects", "keys", "deliveries", "settings"):
            self.db.execute(f"DELETE FROM {table}")  # noqa: S608

    def close(self) -> None:
        """Close the database file."""
        self.db.close()
