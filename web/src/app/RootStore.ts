import { action, makeObservable, observable } from 'mobx'
import { AnalyticsStore } from '@/analytics'
import { BillingStore, BroadcastTabs } from '@/billing'
import { CatalogStore } from '@/catalog'
import { ChannelApi, ChannelStore, ViewerStore } from '@/channel'
import { ClipsStore } from '@/clips'
import { EngagementStore, loadFollowing } from '@/engagement'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { ToastStore } from '@/shared/notices/ToastStore'
import type { ContextStore, Shell } from '@/shared/shell'
import { BrowserStorage, tabBackend } from '@/shared/storage/storage'
import { type PlayTold, Telling } from '@/shared/telling'
import { LanguageStore } from './LanguageStore'
import { LastVisited } from './LastVisited'
import type { PageFacts } from './page'
import { leadsSomewhere } from './routes'

/** Everything the page has, made once and handed down: a context's store under the context's name. */
export class RootStore {
  readonly storage: BrowserStorage
  readonly toasts = new ToastStore()
  readonly telling = new Telling()
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
  visit = 0
  /** Where somebody who came or went is led, from a page that is not theirs any more. */
  goal: string | null = null

  constructor(facts: PageFacts, search: string, http = new HttpClient()) {
    const prefix = facts.storage_prefix || `touchline.${facts.slug}.`
    this.storage = new BrowserStorage(prefix)
    this.language = new LanguageStore(this.storage, facts.language)
    this.lastVisited = new LastVisited(this.storage, new BrowserStorage(prefix, tabBackend()))
    this.session = new Session({
      http,
      storage: this.storage,
      hosts: () => this.channel.project,
      language: () => this.language.current,
      channel: facts.channel ?? new URLSearchParams(search).get('channel'),
    })
    this.viewer = new ViewerStore(this.session, this.storage, change => {
      if (change.entered) this.telling.tell('login', {})
      this.startAnew(change.to)
    })
    const { session: api, storage, toasts, viewer, language } = this
    this.channel = new ChannelStore(new ChannelApi(api, http), { api, storage, toasts, viewer, language })
    const shell = this.shell()
    this.catalog = new CatalogStore(shell)
    this.billing = new BillingStore(shell, new BroadcastTabs(`${prefix}paid`))
    this.clips = new ClipsStore(shell)
    this.engagement = new EngagementStore(shell, loadFollowing)
    this.analytics = new AnalyticsStore(shell, search)
    makeObservable<RootStore, 'reset' | 'startAnew'>(this, {
      visit: observable,
      goal: observable,
      reset: action,
      startAnew: action,
      arrive: action,
    })
    this.billing.onPaid(() => this.lookAgain())
    this.session.events.on('answered', answer => this.telling.tell('request', answer))
    this.session.events.on('userReset', ({ reason }) => this.lose(reason))
  }

  /** Tells whoever counts what happened to what is played. */
  readonly tellPlay = (told: PlayTold) => this.telling.tell('play', told)

  leadsSomewhere(url: string): boolean {
    return leadsSomewhere(this.channel, url)
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
    if (!languages.includes(this.language.current)) await this.speak(language)
  }

  /** The viewer's choice: fetches the channel's texts anew, and lets every context ask again for what came in the other. */
  async changeLanguage(language: string): Promise<void> {
    if (language === this.language.current) return
    await this.speak(language)
    this.language.choose(language)
    for (const context of this.contexts) context.languageChanged()
  }

  /** The channel's texts come first: a language that cannot be had leaves the page as it was. */
  private async speak(language: string): Promise<void> {
    await this.channel.load(language)
    await this.language.use(language)
  }

  /** What a context is made with. */
  private shell(): Shell {
    const { session: api, storage, toasts, channel, viewer, language, telling } = this
    return {
      api,
      storage,
      toasts,
      channel,
      viewer,
      language,
      telling,
      leadsSomewhere: url => this.leadsSomewhere(url),
    }
  }

  /** A page where somebody who came or went may stay. */
  arrive(): void {
    this.goal = null
  }

  /** Another person, another visit: `to` an address, or back to the last visited page (§2). */
  private startAnew(to?: string): void {
    const { last } = this.lastVisited
    this.goal = to ?? (last ? last.path + last.query : '/')
    this.reset()
  }

  /** The viewer's session ended. A 401 of a visitor ends nothing: starting anew would only ask for it again. */
  private lose(reason: 'api_key' | 'unauthenticated'): void {
    const wasSomebody = this.viewer.id !== null
    this.viewer.forget()
    if (wasSomebody || reason === 'api_key') this.reset()
  }

  /** The viewer may watch more than before: what they may, and what of it is shown. */
  private lookAgain(): void {
    void this.viewer.refresh()
    this.catalog.refresh()
  }

  private reset(): void {
    for (const context of this.contexts) context.reset()
    this.visit += 1
  }

  private get contexts(): ContextStore[] {
    return [this.channel, this.catalog, this.billing, this.clips, this.engagement, this.analytics]
  }
}
