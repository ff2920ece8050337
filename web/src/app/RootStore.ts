import { action, makeObservable, observable, reaction } from 'mobx'
import { AnalyticsStore } from '@/analytics'
import { BillingStore, BroadcastTabChannel } from '@/billing'
import { CatalogStore } from '@/catalog'
import { ChannelApi, ChannelStore, ViewerStore } from '@/channel'
import { ClipsStore } from '@/clips'
import { EngagementStore, loadEngagement } from '@/engagement'
import { HttpClient } from '@/shared/http/client'
import { HIDDEN_SCORES, SHOWN_SCORES, saveScoresCookie } from '@/shared/http/hiddenScores'
import { type Query, Session } from '@/shared/http/session'
import { ToastStore } from '@/shared/notices/ToastStore'
import type { ContextStore, Shell } from '@/shared/shell'
import { BrowserStorage, sessionStorageBackend } from '@/shared/storage/BrowserStorage'
import { type PlaybackEvent, Telemetry } from '@/shared/telemetry'
import { LanguageStore } from './LanguageStore'
import { LastVisited } from './LastVisited'
import type { PageConfig } from './pageConfig'
import { isLinkable } from './routes'

/** The page's services and the store of each context, under the context's name. */
export class RootStore {
  readonly storage: BrowserStorage
  readonly toasts = new ToastStore()
  readonly telemetry = new Telemetry()
  readonly language: LanguageStore
  readonly lastVisited: LastVisited
  readonly session: Session
  readonly viewer: ViewerStore
  readonly channel: ChannelStore
  readonly catalog: CatalogStore
  readonly billing: BillingStore
  readonly clips: ClipsStore
  readonly engagement: EngagementStore
  readonly analytics: AnalyticsStore
  /** Number of resets. Each visit mounts its own screens, and the screens load their data again. */
  visitId = 0
  /** Path to open after a login or logout, or null. */
  returnPath: string | null = null

  constructor(config: PageConfig, search: string, http = new HttpClient()) {
    const prefix = config.storage_prefix || `touchline.${config.slug}.`
    this.storage = new BrowserStorage(prefix)
    this.language = new LanguageStore(this.storage, config.language)
    this.lastVisited = new LastVisited(this.storage, new BrowserStorage(prefix, sessionStorageBackend()))
    this.session = new Session({
      http,
      storage: this.storage,
      hosts: () => this.channel.project,
      language: () => this.language.current,
      scores: () => this.scoresQuery(),
      channel: config.channel ?? new URLSearchParams(search).get('channel'),
    })
    this.viewer = new ViewerStore(this.session, this.storage, change => {
      if (change.entered) this.telemetry.emit('login', {})
      this.restart(change.to)
    })
    const { session: api, storage, toasts, viewer, language } = this
    this.channel = new ChannelStore(new ChannelApi(api, http), { api, storage, toasts, viewer, language })
    const shell = this.shell()
    this.catalog = new CatalogStore(shell)
    this.billing = new BillingStore(shell, new BroadcastTabChannel(`${prefix}paid`))
    this.clips = new ClipsStore(shell)
    this.engagement = new EngagementStore(shell, loadEngagement)
    this.analytics = new AnalyticsStore(shell, search)
    makeObservable<RootStore, 'reset' | 'restart'>(this, {
      visitId: observable,
      returnPath: observable,
      reset: action,
      restart: action,
      clearReturnPath: action,
    })
    this.followSpoilers()
    this.billing.onPaid(() => this.refreshAccess())
    this.session.events.on('requestFinished', event => this.telemetry.emit('request', event))
    this.session.events.on('userReset', ({ reason }) => this.handleSessionLoss(reason))
  }

  /** Emit a playback event for analytics. */
  readonly emitPlayback = (event: PlaybackEvent) => this.telemetry.emit('play', event)

  isLinkable(url: string): boolean {
    return isLinkable(this.channel, url)
  }

  /**
   * Load the hosts, the channel and the viewer, and activate the channel's language.
   *
   * @throws HttpError if the channel cannot be loaded. The page then shows an error.
   */
  async start(): Promise<void> {
    const messages = this.language.activate(this.language.current)
    await this.channel.loadProject()
    await Promise.all([messages, this.channel.load(this.language.current), this.viewer.load()])
    const { language, languages } = this.channel.settings
    if (!languages.includes(this.language.current)) await this.loadLanguage(language)
  }

  /** Change the language to the viewer's choice. Load the channel's texts again, and notify every context. */
  async changeLanguage(language: string): Promise<void> {
    if (language === this.language.current) return
    await this.loadLanguage(language)
    this.language.savePreference(language)
    for (const context of this.contexts) context.languageChanged()
  }

  /** Load the channel's texts first, so that the page does not change if they fail to load. */
  private async loadLanguage(language: string): Promise<void> {
    await this.channel.load(language)
    await this.language.activate(language)
  }

  /** Return the services and channel data for a context. */
  private shell(): Shell {
    const { session: api, storage, toasts, channel, viewer, language, telemetry } = this
    return {
      api,
      storage,
      toasts,
      channel,
      viewer,
      language,
      telemetry,
      isLinkable: url => this.isLinkable(url),
    }
  }

  /** Clear the return path, because the viewer may stay on the current page. */
  clearReturnPath(): void {
    this.returnPath = null
  }

  /** Start a new visit for another viewer. Open `to`, or else the last visited page (§2). */
  private restart(to?: string): void {
    const { last } = this.lastVisited
    this.returnPath = to ?? (last ? last.path + last.query : '/')
    this.reset()
  }

  /** Handle the end of a session. A visitor's 401 does not reset the page: a reset would only repeat the request. */
  private handleSessionLoss(reason: 'api_key' | 'unauthenticated'): void {
    const wasLoggedIn = this.viewer.id !== null
    this.viewer.handleSessionEnd()
    if (wasLoggedIn || reason === 'api_key') this.reset()
  }

  /** Load the viewer's capabilities and the catalog again after a purchase. */
  private refreshAccess(): void {
    void this.viewer.refresh()
    this.catalog.refresh()
  }

  /** A logged-in viewer's choice counts at once, even if the account does not have it yet. */
  private scoresQuery(): Query {
    if (this.engagement.spoilers.isEnabled) return HIDDEN_SCORES
    return this.viewer.id === null ? {} : SHOWN_SCORES
  }

  /** Request the data again without or with scores when the shield changes, and each score that is revealed. */
  private followSpoilers(): void {
    const { spoilers } = this.engagement
    reaction(
      () => spoilers.isEnabled,
      isEnabled => {
        saveScoresCookie(document, isEnabled)
        this.catalog.refresh()
      },
    )
    reaction(
      () => spoilers.revealed,
      (revealed, before) => {
        for (const id of revealed) if (!before.has(id)) void this.catalog.revealedScores.load(id)
      },
    )
    saveScoresCookie(document, spoilers.isEnabled)
  }

  private reset(): void {
    for (const context of this.contexts) context.reset()
    this.visitId += 1
  }

  private get contexts(): ContextStore[] {
    return [this.channel, this.catalog, this.billing, this.clips, this.engagement, this.analytics]
  }
}
