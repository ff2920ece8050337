"""People to choose from at the demo's identity provider."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adapters.social.providers import GOOGLE


@dataclass(frozen=True)
class DemoPerson:
    """A person with an account at the provider. `hint` describes what choosing the person demonstrates."""

    key: str
    first_name: str
    last_name: str
    email: str
    hint: str
    email_verified: bool = True

    @property
    def subject(self) -> str:
        """Return the provider's permanent id of the person, which is stable for the same address."""
        return str(int(hashlib.sha256(f"{self.key}:{self.email.lower()}".encode()).hexdigest()[:14], 16))

    def claims(self, provider: str) -> dict[str, Any]:
        """Return the provider's claims about the person (OpenID Connect Core, 5.1)."""
        claims: dict[str, Any] = {
            "sub": self.subject,
            "name": f"{self.first_name} {self.last_name}".strip(),
            "given_name": self.first_name,
            "family_name": self.last_name,
        }
        if self.email:
            claims["email"] = self.email
        if self.email and provider == GOOGLE:
            claims["email_verified"] = self.email_verified
        return claims


DEMO_PEOPLE = (
    DemoPerson("maya", "Maya", "Halvorsen", "maya@example.com", "Her address is verified."),
    DemoPerson("noah", "Noah", "Tremblay", "noah@example.com", "His address is verified too."),
    DemoPerson("ines", "Inès", "Roy", "ines@example.com", "Her address is not verified.", False),
    DemoPerson("theo", "Théo", "Park", "", "He does not share his address."),
)


def get_selected_person(form: Mapping[str, str]) -> DemoPerson | None:
    """Return the person selected in the form, or None if nobody was selected."""
    if form.get("person") == "other":
        verified = form.get("email_verified") == "yes"
        first, last = form.get("first_name", "").strip(), form.get("last_name", "").strip()
        return DemoPerson("other", first, last, form.get("email", "").strip(), "", verified)
    return next((person for person in DEMO_PEOPLE if person.key == form.get("person")), None)
