"""Discovery of the contexts. All contexts use the same names for what they provide.

    adapters/http   BLUEPRINTS    flask-smorest blueprints
    adapters/jobs   JOBS          `platform.queue.jobs.Job`
                    REGULAR       `shared.jobs.Task`, enqueued by each worker at its start and every minute
                    DAILY         `shared.jobs.Task`, enqueued by each worker at its start and once a day
    adapters/cli    COMMANDS      click commands and groups
    adapters/subscribers  SUBSCRIBERS   (event name, handler)
    adapters/sql    tables on `platform.db.base.Base`

`front` and `demo` have no adapters layer: these modules are directly in their package.
"""

import importlib
import pkgutil
from collections.abc import Iterable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from touchline.shared.events import DomainEvent

CONTEXTS = ("channel", "catalog", "billing", "clips", "engagement", "analytics", "front", "demo")
ADAPTER_MODULES = ("http", "jobs", "cli", "subscribers")
WEB_ADAPTER_MODULES = ("http", "jobs", "subscribers")
"""Adapters of a web process. It leaves out commands and their output libraries, which take 5 MB of memory."""


def load_adapter_modules(adapter_names: Iterable[str] = ADAPTER_MODULES) -> dict[str, list[ModuleType]]:
    """Import the adapter modules of these names, and return them by context for container wiring."""
    modules: dict[str, list[ModuleType]] = {context: [] for context in CONTEXTS}
    for adapter_name in adapter_names:
        for context, module in _import_modules(adapter_name):
            modules[context] += _import_tree(module)
    return modules


def collect_attributes(adapter_name: str, attribute: str) -> list[Any]:
    """List the values of a module attribute over all contexts, in the order of the contexts."""
    return [item for _, module in _import_modules(adapter_name) for item in getattr(module, attribute, ())]


def load_tables() -> None:
    """Import the tables of all contexts, so that `Base.metadata` is complete."""
    for module_name in ("outbox", "change_tracking"):
        importlib.import_module(f"touchline.platform.db.{module_name}")
    for _, module in _import_modules("sql"):
        _import_tree(module)


def load_event_types() -> dict[str, type[DomainEvent]]:
    """Return all event classes of the contexts by event name."""
    for _ in _import_modules("events"):  # importing a module registers its event classes
        pass
    kinds = [kind for kind in DomainEvent.__subclasses__() if ".tests." not in kind.__module__]
    return {kind.name(): kind for kind in kinds}


def _import_modules(module_part: str) -> Iterable[tuple[str, ModuleType]]:
    """Yield each context that has such a module, and the module."""
    for context in CONTEXTS:
        for name in (f"touchline.{context}.adapters.{module_part}", f"touchline.{context}.{module_part}"):
            if _module_exists(name):
                yield context, importlib.import_module(name)


def _module_exists(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _import_tree(module: ModuleType) -> list[ModuleType]:
    modules = [module]
    for child in pkgutil.walk_packages(getattr(module, "__path__", []), module.__name__ + "."):
        modules.append(importlib.import_module(child.name))
    return modules
