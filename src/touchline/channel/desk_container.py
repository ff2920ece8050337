"""Providers of operators' actions for viewers.

`channel.container` supplies the external dependencies.
"""

from dependency_injector import containers, providers

from touchline.channel.application.operators.account_admin import (
    AddAccount,
    EndSessions,
    IssueTemporaryPassword,
)
from touchline.channel.application.operators.operators import OperatorAdmin


class AccountAdminContainer(containers.DeclarativeContainer):
    """Container of account administration. IDs for `Provide["channel.account_admin.…"]`."""

    clock = providers.Dependency()
    operators = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    password_hasher = providers.Dependency()
    password_policy = providers.Dependency()
    create_account = providers.Dependency()
    email_queue = providers.Dependency()
    password_guess_limiter = providers.Dependency()
    revoke_other_access = providers.Dependency()

    issue_temporary_password = providers.Singleton(
        IssueTemporaryPassword,
        accounts,
        sessions,
        password_hasher,
        email_queue,
        password_guess_limiter,
        revoke_other_access,
        clock,
    )
    end_sessions = providers.Singleton(EndSessions, accounts, sessions, clock)
    operator_admin = providers.Singleton(OperatorAdmin, accounts, operators, channels, clock)
    add_account = providers.Singleton(AddAccount, accounts, channels, password_policy, create_account, clock)
