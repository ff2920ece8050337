"""Providers of letters to viewers.

What it lacks is a Dependency, given in `channel.container`.
"""

from dependency_injector import containers, providers

from touchline.channel.adapters.letter_texts import JinjaLetterTexts
from touchline.channel.application.letters import SendLetter, WriteLetter
from touchline.channel.application.live_letters import TellOfLiveGames
from touchline.channel.application.operator_letters import TellOperators
from touchline.channel.application.request_letters import AskForRequestLetter, WriteRequestLetter
from touchline.channel.application.tell_of_purchases import TellOfPurchases


class Letters(containers.DeclarativeContainer):
    """Ids for `Provide["channel.letters.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    jobs = providers.Dependency()
    channels = providers.Dependency()
    sessions = providers.Dependency()
    accounts = providers.Dependency()
    links = providers.Dependency()
    post = providers.Dependency()
    purchases = providers.Dependency()
    news = providers.Dependency()
    operators = providers.Dependency()

    texts = providers.Singleton(JinjaLetterTexts, settings.provided.media_host)
    send_letter = providers.Singleton(SendLetter, jobs, channels, clock)
    write_letter = providers.Singleton(
        WriteLetter,
        channels,
        accounts,
        sessions,
        links,
        texts,
        clock,
        settings.provided.site_urls,
        purchases,
        news,
    )
    tell_of_purchases = providers.Singleton(TellOfPurchases, send_letter, purchases)
    tell_operators = providers.Singleton(TellOperators, send_letter, operators)
    tell_of_live_games = providers.Singleton(TellOfLiveGames, send_letter)
    ask_for_request_letter = providers.Singleton(AskForRequestLetter, jobs)
    write_request_letter = providers.Singleton(
        WriteRequestLetter, channels, news, texts, clock, settings.provided.site_urls
    )
