"""Providers of what an operator does for viewers.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers

from touchline.channel.application.account_desk import AddAccount, EndSessions, GiveTemporaryPassword
from touchline.channel.application.operators import ChangeOperators


class Desk(containers.DeclarativeContainer):
    """Ids for `Provide["channel.desk.…"]`."""

    clock = providers.Dependency()
    operators = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    passwords = providers.Dependency()
    new_passwords = providers.Dependency()
    open_account = providers.Dependency()
    letters = providers.Dependency()
    password_guesses = providers.Dependency()
    end_other_access = providers.Dependency()

    give_temporary_password = providers.Singleton(
        GiveTemporaryPassword,
        accounts,
        sessions,
        passwords,
        letters,
        password_guesses,
        end_other_access,
        clock,
    )
    end_sessions = providers.Singleton(EndSessions, accounts, sessions, clock)
    change_operators = providers.Singleton(ChangeOperators, accounts, operators, channels, clock)
    add_account = providers.Singleton(AddAccount, accounts, channels, new_passwords, open_account, clock)
