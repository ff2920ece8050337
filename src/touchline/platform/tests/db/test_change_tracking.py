"""Parsing of the tables that a statement reads and changes."""

# ruff: noqa: S608  # these statements are parsed, never executed

import pytest

from touchline.entrypoints.contexts import load_tables
from touchline.platform.db.base import Base
from touchline.platform.db.change_tracking import parse_tables, versioned_tables

EVENT, SIDE = "catalog_event", "catalog_event_side"
CASCADED = {EVENT, SIDE, "catalog_scoreboard", "catalog_timeline_entry"}
"""The tables that lose rows with an event."""
CASES = [
    ("a read", f"SELECT x FROM {EVENT} JOIN {SIDE} ON a", {EVENT, SIDE}, set()),
    ("a quoted name", f'SELECT "{EVENT}".id FROM "{EVENT}"', {EVENT}, set()),
    ("a lock", f"SELECT x FROM {EVENT} FOR UPDATE", {EVENT}, set()),
    ("a new row", f"INSERT INTO {EVENT} (id) VALUES (1)", {EVENT}, {EVENT}),
    ("a name with its schema", f"UPDATE public.{SIDE} SET a=1", {SIDE}, {SIDE}),
    (
        "an insert or replace",
        f"INSERT OR REPLACE INTO {EVENT} (id) VALUES (1)",
        {EVENT},
        CASCADED,
    ),
    (
        "a change that depends on another table",
        f"UPDATE {SIDE} SET a=1 WHERE b IN (SELECT id FROM page)",
        {SIDE, "page"},
        {SIDE},
    ),
    ("a deletion with its cascades", f"DELETE FROM {EVENT}", {EVENT}, CASCADED),
    ("a change in a CTE", f"WITH a AS (DELETE FROM {SIDE} RETURNING 1) SELECT 1 FROM a", {SIDE}, {SIDE}),
    ("a read in a CTE", f"WITH a AS (SELECT x FROM {SIDE}) SELECT 1 FROM a", {SIDE}, set()),
    ("a change in lower case", f"with a as (delete from {SIDE} returning 1) select 1", {SIDE}, {SIDE}),
    ("several statements", f"DELETE FROM page;DELETE FROM {SIDE}", {"page", SIDE}, {"page", SIDE}),
    ("a table without a version", "UPDATE viewer_session SET name=1", {"viewer_session"}, set()),
    (
        "a table definition",
        f"CREATE TABLE {EVENT} (id INT REFERENCES page ON DELETE CASCADE)",
        {EVENT, "page"},
        set(),
    ),
]


@pytest.mark.parametrize(
    ("statement", "named_tables", "changed_tables"),
    [case[1:] for case in CASES],
    ids=[case[0] for case in CASES],
)
def test_tables_are_parsed_from_the_statement(
    statement: str, named_tables: set[str], changed_tables: set[str]
) -> None:
    load_tables()
    found = parse_tables(statement, len(Base.metadata.tables))
    assert [set(tables) for tables in found] == [named_tables, changed_tables]


def test_tables_that_change_on_each_visit_are_not_versioned() -> None:
    load_tables()
    busy_tables = {"viewer_session", "engagement_position", "outbox", "analytics_happenings", "account"}
    assert not busy_tables & versioned_tables() and EVENT in versioned_tables()
