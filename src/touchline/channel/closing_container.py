"""Providers of the second factor, the export and the end of an account.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers

from touchline.channel.application.close_account import AskToClose, CloseAccount, TellOfClosed
from touchline.channel.application.export_account import ExportAccount
from touchline.channel.application.proof_of_password import ProofOfPassword
from touchline.channel.application.second_factor_removal import (
    ForgetSecondFactor,
    ReleaseFromSecondFactor,
    RemoveSecondFactor,
)
from touchline.channel.application.second_factor_setup import BeginSecondFactor, ConfirmSecondFactor
from touchline.channel.application.suspension import EraseAccount, SuspendAccounts


class Closing(containers.DeclarativeContainer):
    """Ids for `Provide["channel.closing.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    secret = providers.Dependency()
    announce = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    links = providers.Dependency()
    letters = providers.Dependency()
    passwords = providers.Dependency()
    throttle = providers.Dependency()
    password_guesses = providers.Dependency()
    wrong_codes = providers.Dependency()
    recovery_codes = providers.Dependency()
    authenticator = providers.Dependency()
    operators = providers.Dependency()
    seal = providers.Dependency()
    codes = providers.Dependency()
    record_takedown = providers.Dependency()

    proof = providers.Singleton(ProofOfPassword, accounts, passwords, password_guesses)
    begin_second_factor = providers.Singleton(
        BeginSecondFactor, accounts, channels, proof, authenticator, seal
    )
    confirm_second_factor = providers.Singleton(
        ConfirmSecondFactor,
        accounts,
        recovery_codes,
        codes,
        throttle,
        wrong_codes,
        secret,
        clock,
        letters,
        sessions,
    )
    forget_second_factor = providers.Singleton(ForgetSecondFactor, accounts, recovery_codes, letters)
    remove_second_factor = providers.Singleton(
        RemoveSecondFactor, accounts, proof, codes, throttle, wrong_codes, forget_second_factor
    )
    release_from_second_factor = providers.Singleton(ReleaseFromSecondFactor, accounts, forget_second_factor)
    ask_to_close = providers.Singleton(AskToClose, proof, letters, throttle)
    close_account = providers.Singleton(CloseAccount, accounts, channels, sessions, links, announce, clock)
    erase_account = providers.Singleton(EraseAccount, accounts, close_account, record_takedown)
    suspend_accounts = providers.Singleton(
        SuspendAccounts, accounts, sessions, record_takedown, announce, clock
    )
    tell_of_closed = providers.Singleton(TellOfClosed, accounts, announce, clock)
    export_account = providers.Singleton(ExportAccount, accounts, sessions, recovery_codes, operators)
