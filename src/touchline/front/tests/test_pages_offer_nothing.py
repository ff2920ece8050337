"""The server's pages and emails offer no purchase by themselves: what is sold is asked of `GET /offers`.

`billing/domain/coverage.py` decides what a purchase opens. A page of the server, structured data or an email
that named an offer would decide it a second time.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from touchline import channel
from touchline.channel.facade import ChannelFacts

Ids = Callable[[str, str], int]
LETTERS = Path(channel.__file__).parent / "adapters" / "letters"
OFFERED = re.compile(r"\"(?:offers|price|lowPrice|Offer)\"|href=\"[^\"]*/(?:buy|get-access)\b|/buy\b")


@pytest.mark.usefixtures("dist")
@pytest.mark.parametrize("key", ["on-now", "over", "later"])
@pytest.mark.parametrize("page", ["/watch/{}", "/watch_embed/{}", "/?from={}", "/watch/{}.ics"])
def test_no_page_of_the_server_names_a_price_or_leads_to_the_checkout(
    client: FlaskClient, site: ChannelFacts, ids: Ids, page: str, key: str
) -> None:
    answer = client.get(page.format(ids("event", key)), headers={"Host": site.domains[0]})
    assert answer.status_code == 200
    assert OFFERED.findall(answer.text) == []


@pytest.mark.parametrize("letters", sorted(LETTERS.iterdir()), ids=lambda path: path.name)
def test_no_email_leads_to_the_checkout(letters: Path) -> None:
    assert letters.stat().st_size > 0
    assert OFFERED.findall(letters.read_text("utf-8")) == []
