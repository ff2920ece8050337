"""The timeline of a live game: responses of the app and of nginx by the CPU time of one core, and the time
from a scorer's press to the viewer at the live edge.
"""

from __future__ import annotations

import getpass
import json
import os
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil

from contracts.nightly.budgets import servers
from contracts.nightly.budgets.browser import run_measurement
from contracts.nightly.budgets.load_generator import LoadLimits
from contracts.nightly.budgets.requests import measure_cost
from contracts.nightly.budgets.results import BudgetResult, CannotMeasureError, at_least, at_most
from contracts.nightly.budgets.servers import Server
from contracts.nightly.faults.servers import free_port
from touchline.entrypoints.bootstrap import Application
from touchline.entrypoints.nginx import config
from touchline.platform.config.settings import Settings
from touchline.shared.tests.machine import NGINX

_SECONDS_BETWEEN_ENTRIES = 30


def measure(budget: dict[str, Any]) -> Iterator[BudgetResult]:
    """Yield the responses per second of a core of each server, and the delay of a press."""
    limits = LoadLimits(**budget["load"])
    with tempfile.TemporaryDirectory(prefix="tl") as name:
        folder = Path(name)
        with servers.run_product_with_keys(folder, workers=1) as (product, keys):
            path = _create_timeline(product.port, keys.visitors[0], keys.owners[0], budget["entries"])
            size = len(servers.get_text(product.port, path).encode())
            yield _measure_server("app", product, path, limits, budget["min_per_second"]["app"], size)
            if not NGINX.exists():
                raise CannotMeasureError("nginx is not installed: apt-get install nginx")
            with _run_nginx(folder / "nginx", product.port) as nginx:
                yield _measure_server("nginx", nginx, path, limits, budget["min_per_second"]["nginx"], size)
    result = run_measurement("score-delay", BUDGET_PRESSES=str(budget["presses"]))
    detail = f"{result['score']:.1f} s after the press, {result['picture']:.1f} s after the picture"
    seconds = result["score"] - result["picture"]
    yield at_most("a press is seen after the stream's own delay, s", seconds, budget["max_seconds"], detail)


def _measure_server(
    name: str, server: Server, path: str, limits: LoadLimits, minimum: int, size: int
) -> BudgetResult:
    cost = measure_cost(server, path, limits)
    detail = f"{cost}; {size / 1000:,.1f} kB each"
    measurement = f"timelines from {name}, per second of a core"
    return at_least(measurement, 1000 / cost.milliseconds, minimum, detail, 0)


def _create_timeline(port: int, visitor: str, owner: str, number: int) -> str:
    """Add entries to the timeline of a game that has begun. Return the path of its timeline."""
    target = servers.add_api_key("/api/events?stream_status=finished&limit=1", visitor)
    [event] = json.loads(servers.get_text(port, target))["data"]
    now_ms = int(time.time() * 1000)
    entries = [
        {
            "id": str(uuid4()),
            "kind": "scored",
            "at_ms": now_ms - index * _SECONDS_BETWEEN_ENTRIES * 1000,
            "side": "home" if index % 2 else "away",
            "points": 1,
            "type": "goal",
        }
        for index in range(number)
    ]
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/studio/events/{event['id']}/timeline",
        json.dumps({"api_key": owner, "entries": entries}).encode(),
        {"Content-Type": "application/json"},
    )
    urllib.request.urlopen(request, timeout=30).close()  # noqa: S310
    return f"/timeline/{event['id']}.json?lang=en"


@contextmanager
def _run_nginx(folder: Path, app_port: int) -> Iterator[Server]:
    """Run nginx in front of the app, as `touchline nginx` configures it."""
    port = free_port()
    user = getpass.getuser() if os.geteuid() == 0 else ""
    apps, listen = [f"127.0.0.1:{app_port}"], f"127.0.0.1:{port}"
    site = config.NginxSite(apps, folder, listen, user=user, is_standalone=True)
    application = Application(Settings(var=folder.parent, queue="inline", trusted_proxies=1))
    config.write_files(config.render_files(application, site), folder)
    application.close()
    (folder / "temporary").mkdir()
    arguments = ["-c", str(folder / config.CONFIG_FILE), "-p", str(folder), "-e", "stderr"]
    process = subprocess.Popen([str(NGINX), *arguments])
    try:
        servers.wait_for_port(port)
        yield Server(port, psutil.Process(process.pid))
    finally:
        process.terminate()
        process.wait(10)
