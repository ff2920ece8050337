"""Links out of letters that the app has sent, for tests."""

import re
from urllib.parse import parse_qs, urlsplit

from touchline.entrypoints.bootstrap import House


def link_to(house: House, email: str) -> dict[str, str]:
    """What the link of the newest letter to an address holds."""
    letters = house.adapters.kept_letters().letters()
    text = next(letter.text for letter in letters if letter.to == email)
    link = re.search(r"https?://\S+signature=\w+", text)
    assert link is not None, text
    return {name: values[0] for name, values in parse_qs(urlsplit(link.group()).query).items()}
