"""The packs of the tests, applied by the real house on both databases."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from touchline.entrypoints.bootstrap import House
from touchline.front.packs.applying import ApplyPack
from touchline.front.packs.exporting import ExportPack
from touchline.front.packs.tests.packs import copy_of


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    """A folder with the whole pack."""
    return copy_of("whole", tmp_path)


@pytest.fixture
def apply_pack(house: House) -> ApplyPack:
    """`touchline channel apply`."""
    found: ApplyPack = house.container.front.apply_pack()
    return found


@pytest.fixture
def export_pack(house: House) -> ExportPack:
    """`touchline channel export`."""
    found: ExportPack = house.container.front.export_pack()
    return found


@pytest.fixture
def state(house: House, transaction: Any) -> Any:
    """What the contexts say of a channel now."""

    def of(slug: str) -> dict[str, Any]:
        facade = house.container.channel.facade()
        with transaction(None, unscoped=True):
            channel_id = facade.find_channel(slug).id
        with transaction(channel_id):
            return {
                "channel": facade.export_pack(),
                "catalog": house.container.catalog.facade().export_pack(),
                "billing": house.container.billing.facade().export_pack(),
                "engagement": house.container.engagement.facade().export_pack(),
            }

    return of
