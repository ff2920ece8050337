"""Tests of the benchmarks' calculations."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ruamel.yaml import YAML

from contracts.nightly.budgets import sizes
from contracts.nightly.budgets.__main__ import BENCHMARKS, BUDGETS
from contracts.nightly.budgets.analytics_load import LoadResult
from contracts.nightly.budgets.cutting import CuttingRound
from contracts.nightly.budgets.results import at_least, at_most


def test_page_size_includes_static_imports_but_no_lazy_chunks(
    tmp_path: Path,
) -> None:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text(
        '<script src="/assets/index-1.js"></script><link href="/assets/a-1.css">'
    )
    (assets / "index-1.js").write_text('import{a}from"./vendor-1.js";const later=()=>import("./Player-1.js")')
    (assets / "Home-1.js").write_text('import"./card-1.js"')
    for name in ("a-1.css", "vendor-1.js", "card-1.js", "Player-1.js", "Home-1.css", "Schedule-1.js"):
        (assets / name).write_text("x" * 1000)
    files = sizes.list_loaded_files(["Home"], tmp_path)
    assert files == ["Home-1.css", "Home-1.js", "a-1.css", "card-1.js", "index-1.js", "vendor-1.js"]
    assert 0 < sizes.gzip_kilobytes(files, tmp_path) < 1


def test_a_cutting_round_reports_clips_per_minute() -> None:
    single_worker, two_workers = CuttingRound(1, 24, 8, 48.0, 40.0), CuttingRound(2, 24, 8, 32.0, 48.0)
    assert two_workers.to_dict(single_worker) == {
        "workers": 2,
        "clips": 24,
        "seconds": 32.0,
        "clips_a_minute": 45.0,
        "times_real_time": 6.0,
        "ratio": 1.5,
    }
    assert single_worker.to_dict(single_worker)["ratio"] == 1.0
    assert (single_worker.real_time_ratio_per_core, two_workers.real_time_ratio_per_core) == (4.8, 4.0)


def test_a_load_result_reports_rate_and_percentiles() -> None:
    load_result = LoadResult(
        numbers=list(range(500)), milliseconds=[float(n) for n in range(1, 201)], seconds=2.0
    )
    assert load_result.per_second == 250
    assert round(load_result.percentile(0.5)) == 100 and 197 < load_result.percentile(0.99) < 200


def test_each_benchmark_has_a_module_and_a_budget_section() -> None:
    budgets = YAML(typ="safe").load(BUDGETS.read_text("utf-8"))
    assert set(budgets) == set(BENCHMARKS)
    assert all(
        callable(import_module(f"contracts.nightly.budgets.{benchmark}").measure) for benchmark in BENCHMARKS
    )


def test_a_budget_is_met_at_its_limit() -> None:
    assert at_least("responses", 0.8, 0.8, "").is_met and not at_least("responses", 0.799, 0.8, "").is_met
    assert at_most("seconds", 1.2, 1.2, "").is_met and not at_most("seconds", 1.201, 1.2, "").is_met
