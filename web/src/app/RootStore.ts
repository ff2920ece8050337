import { action, makeObservable, observable } from 'mobx'
import { AnalyticsStore } from '@/analytics'
import { BillingStore, BroadcastTabChannel } from '@/billing'
import { CatalogStore } from '@/catalog'
import { ChannelApi, ChannelStore, ViewerStore } from '@/channel'
import { ClipsStore } from '@/clips'
import { EngagementStore, loadEngagement } from '@/engagement'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { ToastStore } from '@/shared/notices/ToastStore'
import type { ContextStore, Shell } from '@/shared/shell'
import { BrowserStorage, sessionStorageBackend } from '@/shared/storage/BrowserStorage'
import { type PlaybackEvent, Telemetry } from '@/shared/telemetry'
import { LanguageStore } from './LanguageStore'
import { LastVisited } from './LastVisited'
import type { PageConfig } from './pageConfig'
import { isLinkable } from './routes'

/** Everything the page has, made once and handed down: a context's store under the context's name. */
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
  /** Counts the resets: a screen belongs to one visit, and a new one begins by asking. */
  visitId = 0
  /** Where somebody who came or went is led, from a page that is not theirs any more. */
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
    this.billing.onPaid(() => this.refreshAccess())
    this.session.events.on('answered', answer => this.telemetry.emit('request', answer))
    this.session.events.on('userReset', ({ reason }) => this.loseSession(reason))
  }

  /** Tells whoever counts what happened to what is played. */
  readonly emitPlayback = (event: PlaybackEvent) => this.telemetry.emit('play', event)

  isLinkable(url: string): boolean {
    return isLinkable(this.channel, url)
  }

  /**
   * Asks where the server is and who the channel is, and puts its language on the page.
   *
   * @throws HttpError where the channel cannot be had; the page then apologises.
   */
  async start(): Promise<void> {
    const messages = this.language.use(this.language.current)
    await this.channel.loadProject()
    await Promise.all([messages, this.channel.load(this.language.current), this.viewer.load()])
    const { language, languages } = this.channel.settings
    if (!languages.includes(this.language.current)) await this.loadLanguage(language)
  }

  /** The viewer's choice: fetches the channel's texts anew, and lets every context ask again for what came in the other. */
  async changeLanguage(language: string): Promise<void> {
    if (language === this.language.current) return
    await this.loadLanguage(language)
    this.language.choose(language)
    for (const context of this.contexts) context.languageChanged()
  }

  /** The channel's texts come first: a language that cannot be had leaves the page as it was. */
  private async loadLanguage(language: string): Promise<void> {
    await this.channel.load(language)
    await this.language.use(language)
  }

  /** What a context is made with. */
  private shell(): Shell {
    const { session: api, storage, toasts, channel, viewer, language, telemetry } = this
    return {
      api,
      storage,
      toasts,
      channel,
      viewer,
      language,
      telemetry: telemetry,
      isLinkable: url => this.isLinkable(url),
    }
  }

  /** A page where somebody who came or went may stay. */
  clearReturnPath(): void {
    this.returnPath = null
  }

  /** Another person, another visit: `to` an address, or back to the last visited page (§2). */
  private restart(to?: string): void {
    const { last } = this.lastVisited
    this.returnPath = to ?? (last ? last.path + last.query : '/')
    this.reset()
  }

  /** The viewer's session ended. A 401 of a visitor ends nothing: starting anew would only ask for it again. */
  private loseSession(reason: 'api_key' | 'unauthenticated'): void {
    const wasSomebody = this.viewer.id !== null
    this.viewer.handleSessionEnd()
    if (wasSomebody || reason === 'api_key') this.reset()
  }

  /** The viewer may watch more than before: what they may, and what of it is shown. */
  private refreshAccess(): void {
    void this.viewer.refresh()
    this.catalog.refresh()
  }

  private reset(): void {
    for (const context of this.contexts) context.reset()
    this.visitId += 1
  }

  private get contexts(): ContextStore[] {
    return [this.channel, this.catalog, this.billing, this.clips, this.engagement, this.analytics]
  }
}
