"""Providers of forms and their submissions.

`engagement.container` supplies the external dependencies.
"""

from dependency_injector import containers, providers

from touchline.engagement.adapters.gateways import ChannelBotProtection, ChannelDirectory
from touchline.engagement.adapters.sql.forms import SqlFormDefinitions, SqlFormRequests
from touchline.engagement.application.forms.form_catalog import FormCatalog
from touchline.engagement.application.forms.form_packs import FormPacks
from touchline.engagement.application.forms.form_request_queries import FormRequestQueries
from touchline.engagement.application.forms.show_form import GetFormTitle, ShowForm
from touchline.engagement.application.forms.submit_form import SubmitForm


class FormsContainer(containers.DeclarativeContainer):
    """Container of forms. IDs for `Provide["engagement.forms.…"]`."""

    settings = providers.Dependency()
    clock = providers.Dependency()
    session = providers.Dependency()
    announce = providers.Dependency()
    channel = providers.Dependency()
    current_channel = providers.Dependency()

    form_definitions = providers.Singleton(SqlFormDefinitions, session)
    form_requests = providers.Singleton(SqlFormRequests, session)
    channel_directory = providers.Singleton(ChannelDirectory, channel)
    bot_protection = providers.Singleton(ChannelBotProtection, channel, settings.provided.throttle_forms)
    form_catalog = providers.Singleton(FormCatalog, form_definitions)
    get_form_title = providers.Singleton(GetFormTitle, form_catalog, current_channel)
    show_form = providers.Singleton(ShowForm, form_catalog, current_channel, bot_protection)
    submit_form = providers.Singleton(
        SubmitForm, form_catalog, form_requests, bot_protection, announce, clock
    )
    form_packs = providers.Singleton(FormPacks, form_definitions)
    form_request_queries = providers.Singleton(
        FormRequestQueries, form_catalog, form_requests, current_channel
    )
