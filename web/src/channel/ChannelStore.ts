import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { STORE_PERSISTENCE_TIMEOUT_MS } from '@/shared/constants'
import type { AnalyticsSettings, ChannelDetails, Payments, Settings, Shell, TextKey } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'
import type { ChannelApi, Project } from './api'
import type { Bundle, MenuTeam, Page, Popup } from './model'
import type { ViewerStore } from './stores/ViewerStore'

/** What the channel's own stores are made with; the facts they read from the channel's store itself. */
export interface ChannelShell extends Pick<Shell, 'api' | 'storage' | 'toasts' | 'language'> {
  viewer: ViewerStore
}

/** `ChannelDetails` for the whole page, and what the channel's own screens and chrome show (§2, §3). */
export class ChannelStore extends LazyStoreRegistry<ChannelShell> implements ChannelDetails {
  bundle: Bundle | null = null
  teams: readonly MenuTeam[] | null = null
  dismissed: readonly string[] = []
  /** How this deployment is set up: where its hosts are, who else can vouch for a viewer. */
  project: Project = {}

  constructor(
    private readonly api: ChannelApi,
    shell: ChannelShell,
  ) {
    super(shell)
    makeObservable(this, {
      bundle: observableRef,
      teams: observableRef,
      dismissed: observableRef,
      project: observableRef,
      settings: computed,
      load: action,
      dismiss: action,
      reset: action,
      languageChanged: action,
    })
  }

  /**
   * Fetches the channel in `language`, or takes what was fetched less than a minute ago.
   *
   * @throws HttpError where the server cannot say who the channel is.
   */
  async load(language: string): Promise<void> {
    const name = `channel:${language}`
    const kept = this.shell.storage.get<Bundle>(name)
    const bundle = kept ?? (await this.api.bootstrap(language))
    if (!kept) this.shell.storage.set(name, bundle, STORE_PERSISTENCE_TIMEOUT_MS)
    runInAction(() => {
      this.bundle = bundle
    })
  }

  /** Asks where the server's parts are; what needs a host has to wait for it. */
  async loadProject(): Promise<void> {
    const project = await this.api.project()
    runInAction(() => {
      this.project = project
    })
  }

  /** Who is logged in. */
  get viewer(): ViewerStore {
    return this.shell.viewer
  }

  override reset(): void {
    this.teams = null
    super.reset()
  }

  /** The app has fetched the channel itself; none of its screens' stores holds anything in a language. */
  override languageChanged(): void {
    if (!this.teams) return
    this.teams = null
    this.loadTeams().catch(() => undefined)
  }

  get settings(): Settings {
    return this.requireBundle.settings
  }

  get slides() {
    return this.requireBundle.slides
  }

  get categories() {
    return this.requireBundle.categories
  }

  get locations() {
    return this.requireBundle.locations
  }

  get groups() {
    return this.requireBundle.groups
  }

  get groupProperties() {
    return this.requireBundle.group_properties
  }

  get prerolls() {
    return this.requireBundle.prerolls
  }

  get packages() {
    return this.requireBundle.packages
  }

  get subscriptions() {
    return this.requireBundle.subscriptions
  }

  get payments(): Payments | null {
    const { provider, publishable_key, script } = this.project.payments ?? {}
    return provider && publishable_key && script ? { provider, publishable_key, script } : null
  }

  get analytics(): AnalyticsSettings {
    return this.project
  }

  get pages(): readonly Page[] {
    return this.requireBundle.pages
  }

  get faq() {
    return this.requireBundle.faq
  }

  get colorSettings() {
    return this.requireBundle.color_settings
  }

  /** A sentence of the channel's own, where it has one under that name. */
  text(name: TextKey): string | null {
    return this.requireBundle.static_data.texts[name] || null
  }

  /** What a team plays, where it is known. */
  categoryName({ event_category_id: id }: MenuTeam): string | null {
    return this.requireBundle.categories.find(category => category.id === id)?.name ?? null
  }

  menuOf(area: 'header' | 'footer') {
    return this.requireBundle.menu.filter(entry => entry.area === area)
  }

  pageText(id: number, signal?: AbortSignal) {
    return this.api.page(id, signal)
  }

  /** The teams of the participants menu, asked for when it is opened for the first time. */
  async loadTeams(): Promise<void> {
    if (this.teams) return
    const teams = await this.api.teams()
    runInAction(() => {
      this.teams = teams
    })
  }

  /** The pop-up for this address, if the viewer has not seen it yet. */
  popupFor(path: string): Popup | null {
    const fits = (popup: Popup) => !popup.path || popup.path === path
    const seen = (popup: Popup) => this.dismissed.includes(popup.key) || this.wasDismissed(popup)
    return this.requireBundle.popups.find(popup => fits(popup) && !seen(popup)) ?? null
  }

  dismiss(popup: Popup): void {
    this.dismissed = [...this.dismissed, popup.key]
    if (popup.once) this.shell.storage.set(`popup:${popup.key}`, true)
  }

  private wasDismissed(popup: Popup): boolean {
    return popup.once && this.shell.storage.get(`popup:${popup.key}`) === true
  }

  private get requireBundle(): Bundle {
    if (!this.bundle) throw new Error('The channel is not loaded yet')
    return this.bundle
  }
}
