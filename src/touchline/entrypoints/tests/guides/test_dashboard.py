"""The Grafana dashboard and the page for operators use only existing metrics."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from touchline.entrypoints.bootstrap import Application
from touchline.platform.observability import metrics
from touchline.platform.tests.test_metrics import LABELS

GUIDES = Path(__file__).parents[5] / "docs/how-to"
NAME = re.compile(r"\btouchline_[a-z_]+")
BUILT_IN = {"instance", "job", "le"}
"""Labels that Prometheus and its histograms add."""


def panels() -> Iterator[dict[str, Any]]:
    """Yield the panels that plot something."""
    for panel in json.loads((GUIDES / "grafana-dashboard.json").read_text("utf-8"))["panels"]:
        if panel["type"] != "row":
            yield panel


def expressions() -> list[str]:
    """Return all queries."""
    return [target["expr"] for panel in panels() for target in panel["targets"]]


@pytest.fixture
def kinds(application: Application) -> dict[str, str]:
    """Return the type of each metric that a query may use, by name."""
    found: dict[str, str] = {}
    for family in text_string_to_metric_families(
        generate_latest(metrics.build_registry(application.sampled_metrics)).decode()
    ):
        endings = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}.get(family.type, ("",))
        found |= {family.name + ending: family.type for ending in endings}
    return found


def test_every_query_uses_existing_metrics(kinds: dict[str, str]) -> None:
    used = {name for expression in expressions() for name in NAME.findall(expression)}
    assert len(used) > 10
    assert used - kinds.keys() == set()


def test_counters_use_rates_and_gauges_do_not(
    kinds: dict[str, str],
) -> None:
    for expression in expressions():
        for match in NAME.finditer(expression):
            is_counter = kinds[match[0]] != "gauge"
            assert expression[: match.start()].endswith(("rate(", "increase(")) == is_counter, expression


def test_process_cpu_seconds_are_plotted_as_a_derivative(
    kinds: dict[str, str],
) -> None:
    assert kinds["touchline_process_cpu_seconds"] == "gauge"
    [expression] = [candidate for candidate in expressions() if "touchline_process_cpu_seconds" in candidate]
    assert "clamp_min(deriv(touchline_process_cpu_seconds{" in expression


def test_queries_use_only_existing_labels() -> None:
    labels = LABELS | BUILT_IN
    for expression in expressions():
        by = [
            name.strip() for group in re.findall(r"by \(([^)]*)\)", expression) for name in group.split(",")
        ]
        chosen = re.findall(r"(\w+)[!=]~?\"", expression)
        assert {*by, *chosen} - labels == set(), expression


def test_every_panel_uses_the_selected_data_source_and_has_a_unit() -> None:
    dashboard = json.loads((GUIDES / "grafana-dashboard.json").read_text("utf-8"))
    assert [(variable["name"], variable["type"]) for variable in dashboard["templating"]["list"]] == [
        ("datasource", "datasource"),
        ("job", "query"),
    ]
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))
    for panel in panels():
        assert panel["datasource"]["uid"] == "${datasource}"
        assert {target["datasource"]["uid"] for target in panel["targets"]} == {"${datasource}"}
        assert panel["fieldConfig"]["defaults"]["unit"]
        assert panel["title"]


def test_the_operator_page_lists_exactly_the_existing_metrics(kinds: dict[str, str]) -> None:
    page = (GUIDES / "monitor.md").read_text("utf-8")
    listed = set(re.findall(r"^\| `(touchline_[a-z_]+)", page, re.MULTILINE))
    existing = {name.removesuffix("_bucket").removesuffix("_count").removesuffix("_sum") for name in kinds}
    assert listed == {name for name in existing if name.startswith("touchline_")}
