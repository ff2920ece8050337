"""The container of context `catalog`. `touchline.container` supplies what it depends on."""

from __future__ import annotations

import random

from dependency_injector import providers

from touchline.catalog.adapters.sql.media.restreams import SqlRestreams, SqlRestreamTargets
from touchline.catalog.adapters.sql.scoring.scorer_links import SqlScorerLinks
from touchline.catalog.adapters.sql.scoring.timelines import SqlTimelines
from touchline.catalog.application.events.change_schedule import ChangeSchedule
from touchline.catalog.application.live.alert_operators import (
    AlertChoices,
    DeleteOldAlerts,
    StreamAlertQueries,
)
from touchline.catalog.application.live.delete_health import DeleteOldHealth
from touchline.catalog.application.live.restreams.event_restreams import EventRestreams
from touchline.catalog.application.live.restreams.restream_connection import ConnectionServices
from touchline.catalog.application.live.restreams.restream_store import RestreamStore
from touchline.catalog.application.live.restreams.restreaming import Restreaming
from touchline.catalog.application.live.restreams.target_admin import RestreamKeys, RestreamTargetAdmin
from touchline.catalog.application.live.show_health import ShowStreamHealth
from touchline.catalog.application.live_captions.caption_languages import CaptionLanguages
from touchline.catalog.application.live_captions.post_captions import PostCaptions
from touchline.catalog.application.playback.range_captions import ListRangeCaptions
from touchline.catalog.application.scoring.append_entries import AppendEntries, UpdateShownScore
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.application.scoring.list_live_scores import ListLiveScores
from touchline.catalog.application.scoring.moment_queries import MomentQueries
from touchline.catalog.application.scoring.score_alerts import ScoreAlertQueries
from touchline.catalog.application.scoring.score_feed import PostScoreboard
from touchline.catalog.application.scoring.scorer_access import DeleteExpiredScorerLinks, ScorerAccess
from touchline.catalog.application.scoring.scorer_timeline import ScorerTimeline
from touchline.catalog.application.scoring.show_overlay import ShowOverlay
from touchline.catalog.application.scoring.show_summary import ShowSummary
from touchline.catalog.application.scoring.show_timeline import ShowTimeline
from touchline.catalog.application.scoring.shown_scores import ShownScores
from touchline.catalog.application.scoring.summary_captions import SummaryCaptions
from touchline.catalog.application.scoring.timeline_access import TimelineAccess
from touchline.catalog.container.core import CoreProviders
from touchline.catalog.container.live import LiveProviders
from touchline.catalog.domain.scoring.scorer_links import ScorerSecrets
from touchline.catalog.facade import CatalogFacade
from touchline.platform.container import Platform


class CatalogContainer(LiveProviders):
    """Container of context `catalog`. Its base class has the providers that the sections here use."""

    # Scoring
    timelines = providers.Singleton(SqlTimelines, Platform.session, Platform.announce)
    event_sports = providers.Singleton(EventSports, CoreProviders.sports)
    shown_scores = providers.Singleton(
        ShownScores,
        timelines,
        CoreProviders.streams,
        Platform.jobs,
        Platform.clock,
    )
    append_entries = providers.Singleton(
        AppendEntries, CoreProviders.events, timelines, event_sports, shown_scores, Platform.clock
    )
    update_shown_score = providers.Singleton(UpdateShownScore, append_entries, shown_scores)
    show_timeline = providers.Singleton(
        ShowTimeline, timelines, CoreProviders.assets, event_sports, CoreProviders.current_channel
    )
    list_range_captions = providers.Singleton(
        ListRangeCaptions,
        CoreProviders.assets,
        CoreProviders.media_items,
        LiveProviders.live_captions,
        CoreProviders.storage,
    )
    show_summary = providers.Singleton(
        ShowSummary,
        CoreProviders.footage_queries,
        CoreProviders.viewer_events,
        timelines,
        CoreProviders.assets,
        event_sports,
        CoreProviders.storage,
        providers.Singleton(SummaryCaptions, list_range_captions, CoreProviders.storage),
        CoreProviders.delivery,
        CoreProviders.current_channel,
        Platform.clock,
    )
    moment_queries = providers.Singleton(
        MomentQueries,
        CoreProviders.events,
        timelines,
        event_sports,
        CoreProviders.footage_queries,
        CoreProviders.assets,
        CoreProviders.current_channel,
    )
    list_live_scores = providers.Singleton(ListLiveScores, timelines, CoreProviders.request_contexts)
    timeline_access = providers.Singleton(
        TimelineAccess, CoreProviders.events, CoreProviders.timeline_tokens, Platform.clock
    )
    show_overlay = providers.Singleton(ShowOverlay, CoreProviders.request_contexts)
    scorer_timeline = providers.Singleton(
        ScorerTimeline,
        append_entries,
        timelines,
        CoreProviders.events,
        event_sports,
        CoreProviders.request_contexts,
    )
    post_scoreboard = providers.Singleton(PostScoreboard, append_entries, timelines, Platform.clock)
    scorer_links = providers.Singleton(SqlScorerLinks, Platform.session)
    scorer_access = providers.Singleton(
        ScorerAccess,
        scorer_links,
        CoreProviders.events,
        providers.Singleton(ScorerSecrets, Platform.secret),
        Platform.clock,
    )
    delete_expired_scorer_links = providers.Singleton(
        DeleteExpiredScorerLinks, Platform.uow, scorer_links, Platform.clock
    )

    # Live captions
    caption_languages = providers.Singleton(
        CaptionLanguages,
        CoreProviders.event_media,
        LiveProviders.live_captions,
        CoreProviders.caption_converter,
    )
    post_captions = providers.Singleton(
        PostCaptions,
        CoreProviders.event_media,
        CoreProviders.streams,
        LiveProviders.live_captions,
        CoreProviders.caption_converter,
        Platform.clock,
    )

    score_alerts = providers.Singleton(
        ScoreAlertQueries,
        CoreProviders.events,
        CoreProviders.viewer_events,
        CoreProviders.followable_items,
        timelines,
        event_sports,
        CoreProviders.event_data_loader,
        CoreProviders.assets,
        CoreProviders.streams,
        CoreProviders.current_channel,
        Platform.clock,
    )

    # Health of streams
    show_stream_health = providers.Singleton(
        ShowStreamHealth,
        CoreProviders.event_media,
        CoreProviders.streams,
        CoreProviders.test_streams,
        LiveProviders.health_samples,
        LiveProviders.latest_health,
        Platform.clock,
    )
    stream_alert_queries = providers.Singleton(
        StreamAlertQueries,
        LiveProviders.stream_alerts,
        CoreProviders.events,
        CoreProviders.followable_queries,
    )
    alert_choices = providers.Singleton(
        AlertChoices, CoreProviders.event_media, LiveProviders.alert_recipients
    )
    delete_old_alerts = providers.Singleton(
        DeleteOldAlerts, Platform.uow, LiveProviders.stream_alerts, Platform.clock
    )
    delete_old_health = providers.Singleton(
        DeleteOldHealth, Platform.uow, LiveProviders.health_samples, Platform.clock
    )

    # Restreams
    restream_targets = providers.Singleton(SqlRestreamTargets, Platform.session)
    restreams = providers.Singleton(SqlRestreams, Platform.session)
    restream_keys = providers.Singleton(RestreamKeys, CoreProviders.channel.provided.encryption)
    restream_target_admin = providers.Singleton(
        RestreamTargetAdmin,
        restream_targets,
        restream_keys,
        Platform.clock,
        Platform.settings.provided.restream_private_addresses,
    )
    event_restreams = providers.Singleton(
        EventRestreams, CoreProviders.event_media, CoreProviders.streams, restreams, Platform.clock
    )
    restreaming = providers.Singleton(
        Restreaming,
        providers.Singleton(RestreamStore, CoreProviders.stream_uow, restreams),
        CoreProviders.storage,
        providers.Singleton(
            ConnectionServices,
            CoreProviders.restreamer,
            restream_keys,
            Platform.clock,
            providers.Object(random.random),
        ),
    )

    facade = providers.Singleton(
        CatalogFacade,
        CoreProviders.taxonomy_queries,
        CoreProviders.card_queries,
        CoreProviders.apply_pack,
        CoreProviders.export_pack,
        CoreProviders.pack_store,
        CoreProviders.site_index,
        CoreProviders.sale_queries,
        CoreProviders.footage_queries,
        CoreProviders.list_events,
        CoreProviders.followable_queries,
        CoreProviders.reported_queries,
        CoreProviders.library_queries,
        CoreProviders.consent_register,
        providers.Singleton(
            ChangeSchedule,
            CoreProviders.events,
            CoreProviders.events,
            LiveProviders.stop_stream,
            Platform.clock,
        ),
        CoreProviders.media_owners,
        LiveProviders.take_down,
        CoreProviders.today_events,
        moment_queries,
        score_alerts,
        stream_alert_queries,
        LiveProviders.rehearsal_events,
        list_range_captions,
    )
