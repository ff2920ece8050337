"""Finds links in emails that the app has sent."""

import re
from urllib.parse import parse_qs, urlsplit

from touchline.entrypoints.bootstrap import Application


def get_link_params(application: Application, email: str) -> dict[str, str]:
    """Return the parameters of the link in the newest email to an address."""
    emails = application.adapters.stored_emails().list_all()
    text = next(sent_email.text for sent_email in emails if sent_email.to == email)
    link = re.search(r"https?://\S+signature=\w+", text)
    assert link is not None, text
    return {name: values[0] for name, values in parse_qs(urlsplit(link.group()).query).items()}
