"""Export of this context's data about a viewer, for the viewer (api.md, `GET /account-export`)."""

from typing import Any

from touchline.channel.application.accounts.password_confirmation import require_account
from touchline.channel.domain.accounts.accounts import Account
from touchline.channel.domain.site.keys import Session
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.accounts.memberships import Memberships
from touchline.channel.ports.accounts.recovery_codes import RecoveryCodes
from touchline.channel.ports.operators.operators import Operators
from touchline.channel.ports.site.keys import Sessions
from touchline.shared.ids import AccountId


class ExportAccount:
    """Use case that exports a viewer's data without credentials: no hashes, secrets, or keys."""

    def __init__(
        self,
        accounts: Accounts,
        sessions: Sessions,
        recovery_codes: RecoveryCodes,
        operators: Operators,
        memberships: Memberships,
    ) -> None:
        self._accounts = accounts
        self._sessions = sessions
        self._recovery_codes = recovery_codes
        self._operators = operators
        self._memberships = memberships

    def __call__(self, account_id: AccountId) -> dict[str, Any]:
        """Return `profile`, `social_logins`, `sessions`, `two_factor` and `team_memberships`.

        `sessions` includes ended sessions that are not yet deleted, most recently used first. Datetimes are
        timezone-aware. Memberships are exported once the address is verified: it may belong to someone else.
        """
        account = require_account(self._accounts.get(account_id))
        operator = self._operators.get(account_id)
        return {
            "profile": {
                **_serialize_profile(account),
                "operator": operator is not None,
                "operator_role": operator.role.value if operator else None,
            },
            "social_logins": [vars(identity) for identity in self._accounts.list_identities(account_id)],
            "sessions": [
                _serialize_session(session) for session in self._sessions.list_for_account(account_id)
            ],
            "two_factor": {
                "on": account.has_second_factor,
                "since": account.second_factor.confirmed_at if account.second_factor else None,
                "recovery_codes_left": self._recovery_codes.count(account_id),
            },
            "team_memberships": self._list_memberships(account),
        }

    def _list_memberships(self, account: Account) -> list[dict[str, Any]]:
        if not account.email_verified:
            return []
        return [
            {"participant_id": membership.participant_id, "added_at": membership.added_at}
            for membership in self._memberships.list_for_address(account.email)
        ]


def _serialize_profile(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "email": account.email,
        "email_verified_at": account.email_verified_at,
        "first_name": account.first_name,
        "last_name": account.last_name,
        "phone": account.phone,
        "language": account.language,
        "has_password": account.password_hash is not None,
        "temporary_password": account.temporary_password,
        "created_at": account.created_at,
    }


def _serialize_session(session: Session) -> dict[str, Any]:
    return {
        "id": session.id,
        "name": session.name,
        "platform": session.platform,
        "country": session.country,
        "created_at": session.created_at,
        "last_seen_at": session.last_used_at,
        "expires_at": session.expires_at,
        "ended_at": session.ended_at,
    }
