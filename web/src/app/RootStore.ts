import { action, makeObservable, observable } from 'mobx'
import { CatalogStore } from '@/catalog'
import { ChannelApi, ChannelStore, type Project } from '@/channel'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { ToastStore } from '@/shared/notices/ToastStore'
import type { ContextStore, Shell, Viewer } from '@/shared/shell'
import { BrowserStorage } from '@/shared/storage/storage'
import { LanguageStore } from './LanguageStore'
import { LastVisited } from './LastVisited'
import type { PageFacts } from './page'
import { leadsSomewhere } from './routes'

/** Nobody can log in yet: everybody is a visitor, and a visitor holds no pass. */
const VISITOR: Viewer = { id: null, capabilities: [] }

/** Everything the page has, made once and handed down: a context's store under the context's name. */
export class RootStore {
  readonly storage: BrowserStorage
  readonly toasts = new ToastStore()
  readonly language: LanguageStore
  readonly lastVisited: LastVisited
  readonly session: Session
  readonly channel: ChannelStore
  readonly catalog: CatalogStore
  /** Counts the resets: a screen belongs to one visit, and a new one begins by asking. */
  visit = 0
  private readonly channelApi: ChannelApi
  private project: Project = {}

  constructor(facts: PageFacts, search: string, http = new HttpClient()) {
    this.storage = new BrowserStorage(facts.storage_prefix || `touchline.${facts.slug}.`)
    this.language = new LanguageStore(this.storage, facts.language)
    this.lastVisited = new LastVisited(this.storage)
    this.session = new Session({
      http,
      storage: this.storage,
      hosts: () => this.project,
      language: () => this.language.current,
      channel: facts.channel ?? new URLSearchParams(search).get('channel'),
    })
    this.channelApi = new ChannelApi(this.session, http)
    this.channel = new ChannelStore(this.channelApi, this)
    this.catalog = new CatalogStore(this.shell())
    makeObservable<RootStore, 'reset'>(this, { visit: observable, reset: action })
    // A 401 ends no visit, for nobody can be logged in yet; starting anew would only ask for it again.
    this.session.events.on('userReset', ({ reason }) => reason === 'api_key' && this.reset())
  }

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
    this.project = await this.channelApi.project()
    await Promise.all([messages, this.channel.load(this.language.current)])
    const { language, languages } = this.channel.settings
    if (!languages.includes(this.language.current)) await this.speak(language)
  }

  /** The viewer's choice: fetches the channel's texts anew and lets every context ask again. */
  async changeLanguage(language: string): Promise<void> {
    if (language === this.language.current) return
    await this.speak(language)
    this.language.choose(language)
    this.reset()
  }

  /** The channel's texts come first: a language that cannot be had leaves the page as it was. */
  private async speak(language: string): Promise<void> {
    await this.channel.load(language)
    await this.language.use(language)
  }

  /** What a context is made with. */
  private shell(): Shell {
    const { session: api, storage, toasts, channel, language } = this
    return {
      api,
      storage,
      toasts,
      channel,
      viewer: VISITOR,
      language,
      leadsSomewhere: url => this.leadsSomewhere(url),
    }
  }

  private reset(): void {
    for (const context of this.contexts) context.reset()
    this.visit += 1
  }

  private get contexts(): ContextStore[] {
    return [this.channel, this.catalog]
  }
}
