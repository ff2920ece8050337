"""The server's pages and emails link to no offer: offers come from `GET /offers`.

`billing/domain/coverage.py` decides what a purchase opens. A page, structured data or an email that names an
offer would duplicate that decision.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline import channel
from touchline.channel.facade import ChannelDetails

Ids = Callable[[str, str], int]
EMAIL_TEMPLATES = Path(channel.__file__).parent / "adapters" / "email" / "templates"
SALES_PATTERN = re.compile(r"\"(?:offers|price|lowPrice|Offer)\"|href=\"[^\"]*/(?:buy|get-access)\b|/buy\b")


@pytest.mark.usefixtures("dist")
@pytest.mark.parametrize("key", ["on-now", "over", "later"])
@pytest.mark.parametrize("page", ["/watch/{}", "/watch_embed/{}", "/?from={}", "/watch/{}.ics"])
def test_no_page_of_the_server_names_a_price_or_leads_to_the_checkout(
    client: FlaskClient, site: ChannelDetails, ids: Ids, page: str, key: str
) -> None:
    response = client.get(page.format(ids("event", key)), headers={"Host": site.domains[0]})
    assert response.status_code == 200
    assert SALES_PATTERN.findall(response.text) == []


@pytest.mark.parametrize("template", sorted(EMAIL_TEMPLATES.iterdir()), ids=lambda path: path.name)
def test_no_email_leads_to_the_checkout(template: Path) -> None:
    assert template.stat().st_size > 0
    assert SALES_PATTERN.findall(template.read_text("utf-8")) == []
