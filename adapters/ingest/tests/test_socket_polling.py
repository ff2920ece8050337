"""Sockets of a process that has many files open."""

import ast
import os
import resource
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from adapters.ingest.socket_polling import wait_for_sockets

ADAPTERS = Path(__file__).parents[2]


@pytest.fixture
def many_open_files() -> Iterator[None]:
    """Let the next sockets have numbers beyond 1024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), hard))
    with ExitStack() as stack:
        while True:
            descriptor = os.open(os.devnull, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            if descriptor >= 1024:
                break
        yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_sockets_are_waited_for_however_many_files_are_open(many_open_files: None) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert ours.fileno() >= 1024
        assert not wait_for_sockets([ours], seconds=0)
        assert wait_for_sockets([ours], [ours], seconds=0)
        theirs.send(b"x")
        assert wait_for_sockets([ours], seconds=None)


def test_no_adapter_waits_in_a_way_that_fails_with_many_open_files() -> None:
    for path in ADAPTERS.rglob("*.py"):
        if "tests" not in path.parts:
            calls = [
                node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)
            ]
            assert not any(ast.unparse(node) == "select.select" for node in calls), path
