"""Providers of registration, log-in and profile.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers

from touchline.channel.application.log_in import LogIn
from touchline.channel.application.profile import ChangeProfile, ShowProfile
from touchline.channel.application.proof_of_password import ProofOfPassword
from touchline.channel.application.register import Register
from touchline.channel.application.reset_password import AskToReset, ResetPassword
from touchline.channel.application.verify_email import AskToVerify, VerifyEmail
from touchline.channel.application.viewer_sessions import ViewerSessions
from touchline.channel.ports.throttle import Limit


class Accounts(containers.DeclarativeContainer):
    """Ids for `Provide["channel.accounts.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    links = providers.Dependency()
    users = providers.Dependency()
    enter = providers.Dependency()
    second_factor_door = providers.Dependency()
    passwords = providers.Dependency()
    new_passwords = providers.Dependency()
    refuse_robots = providers.Dependency()
    form_door = providers.Dependency()
    throttle = providers.Dependency()
    password_guesses = providers.Dependency()
    end_other_access = providers.Dependency()
    open_account = providers.Dependency()
    letters = providers.Dependency()

    registrations = providers.Singleton(
        Limit, "registrations", settings.provided.throttle_registrations, 3600
    )

    register = providers.Singleton(
        Register, accounts, new_passwords, form_door, registrations, open_account, enter, clock
    )
    log_in = providers.Singleton(
        LogIn, accounts, passwords, refuse_robots, password_guesses, second_factor_door, enter, clock
    )
    viewer_sessions = providers.Singleton(ViewerSessions, sessions, clock)
    verify_email = providers.Singleton(VerifyEmail, accounts, links, passwords, password_guesses, clock)
    ask_to_verify = providers.Singleton(AskToVerify, accounts, letters, throttle)
    ask_to_reset = providers.Singleton(AskToReset, accounts, letters, refuse_robots, throttle)
    reset_password = providers.Singleton(
        ResetPassword,
        accounts,
        sessions,
        links,
        new_passwords,
        letters,
        password_guesses,
        end_other_access,
        clock,
    )
    proof = providers.Singleton(ProofOfPassword, accounts, passwords, password_guesses)
    show_profile = providers.Singleton(ShowProfile, accounts, users)
    change_profile = providers.Singleton(
        ChangeProfile, accounts, channels, sessions, new_passwords, proof, letters, users, clock
    )
