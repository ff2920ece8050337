"""What the benchmark counts."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ruamel.yaml import YAML

from contracts.budgets import sizes
from contracts.budgets.__main__ import BUDGETS, PARTS
from contracts.budgets.cutting import Round
from contracts.budgets.intake import Told
from contracts.budgets.measured import at_least, at_most


def test_a_page_is_its_index_its_chunks_and_what_they_import_but_nothing_loaded_on_demand(
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
    files = sizes.files_of(["Home"], tmp_path)
    assert files == ["Home-1.css", "Home-1.js", "a-1.css", "card-1.js", "index-1.js", "vendor-1.js"]
    assert 0 < sizes.kilobytes(files, tmp_path) < 1


def test_what_another_worker_is_worth_is_told_by_clips_a_minute() -> None:
    one, two = Round(1, 24, 8, 48.0, 40.0), Round(2, 24, 8, 32.0, 48.0)
    assert two.told(one) == {
        "workers": 2,
        "clips": 24,
        "seconds": 32.0,
        "clips_a_minute": 45.0,
        "times_real_time": 6.0,
        "ratio": 1.5,
    }
    assert one.told(one)["ratio"] == 1.0
    assert (one.times_real_a_core, two.times_real_a_core) == (4.8, 4.0)


def test_what_visitors_were_answered_is_told_by_the_second_and_by_the_slowest() -> None:
    told = Told(numbers=list(range(500)), milliseconds=[float(n) for n in range(1, 201)], seconds=2.0)
    assert told.a_second == 250
    assert round(told.within(0.5)) == 100 and 197 < told.within(0.99) < 200


def test_each_part_of_the_benchmark_has_a_module_and_a_section_of_what_is_promised() -> None:
    promised = YAML(typ="safe").load(BUDGETS.read_text("utf-8"))
    assert set(promised) == set(PARTS)
    assert all(callable(import_module(f"contracts.budgets.{part}").measure) for part in PARTS)


def test_a_promise_is_kept_at_its_border() -> None:
    assert at_least("answers", 0.8, 0.8, "").kept and not at_least("answers", 0.799, 0.8, "").kept
    assert at_most("seconds", 1.2, 1.2, "").kept and not at_most("seconds", 1.201, 1.2, "").kept
