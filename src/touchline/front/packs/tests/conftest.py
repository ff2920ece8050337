"""Test packs, applied by the real application on both databases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.apply_pack import ApplyPack
from touchline.front.packs.export_pack import ExportPack
from touchline.front.packs.tests.document.studio import Studio
from touchline.front.packs.tests.pack_fixtures import copy_pack


@pytest.fixture
def full_pack(tmp_path: Path) -> Path:
    """Return a folder with the full test pack."""
    return copy_pack("whole", tmp_path)


@pytest.fixture
def apply_pack(application: Application) -> ApplyPack:
    """Return a function that runs `touchline channels apply`."""
    use_case: ApplyPack = application.container.front.apply_pack()
    return use_case


@pytest.fixture
def export_pack(application: Application) -> ExportPack:
    """Return a function that runs `touchline channels export`."""
    use_case: ExportPack = application.container.front.export_pack()
    return use_case


@pytest.fixture
def studio(application: Application, transaction: Any) -> Studio:
    """Return an author who edits single entries."""
    return Studio(application, transaction)


@pytest.fixture
def state(application: Application, transaction: Any) -> Any:
    """Return a function that returns the exports of all contexts for a channel."""

    def get_state(slug: str) -> dict[str, Any]:
        facade = application.container.channel.facade()
        with transaction(None, unscoped=True):
            channel_id = facade.find_channel(slug).id
        with transaction(channel_id):
            return {
                "channel": facade.export_pack(),
                "catalog": application.container.catalog.facade().export_pack(),
                "billing": application.container.billing.facade().export_pack(),
                "engagement": application.container.engagement.facade().export_pack(),
            }

    return get_state
