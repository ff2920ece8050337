import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { STORE_PERSISTENCE_TIMEOUT_MS } from '@/shared/constants'
import type { Api, Session } from '@/shared/http/session'
import type { AnalyticsSettings, ChannelDetails, Payments, Settings, Shell, TextKey } from '@/shared/shell'
import { LazyStoreRegistry } from '@/shared/stores/LazyStoreRegistry'
import type { ChannelApi, Project } from './api'
import type { Bundle, MenuTeam, Page, Popup } from './model'
import type { ViewerStore } from './stores/ViewerStore'

/** The dependencies of the channel's stores. They read the channel's data from `ChannelStore`. */
export interface ChannelShell extends Pick<Shell, 'storage' | 'toasts' | 'language'> {
  api: Api & Pick<Session, 'events'>
  viewer: ViewerStore
}

/** The data of the current channel (§2, §3): `ChannelDetails` for all contexts, and what its own screens show. */
export class ChannelStore extends LazyStoreRegistry<ChannelShell> implements ChannelDetails {
  bundle: Bundle | null = null
  teams: readonly MenuTeam[] | null = null
  dismissed: readonly string[] = []
  /** The settings of the deployment from `project.json`, such as hosts and social providers. */
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
   * Load the channel's data in a language. Data loaded less than a minute ago is reused, unless it must be `fresh`.
   *
   * @throws HttpError if the server cannot identify the channel.
   */
  async load(language: string, fresh?: boolean): Promise<void> {
    const cacheKey = `channel:${language}`
    const cached = fresh ? null : this.shell.storage.get<Bundle>(cacheKey)
    const bundle = cached ?? (await this.api.bootstrap(language, fresh))
    if (!cached) this.shell.storage.set(cacheKey, bundle, STORE_PERSISTENCE_TIMEOUT_MS)
    runInAction(() => {
      this.bundle = bundle
    })
  }

  /** Load the settings of the deployment. Requests that need a host must wait for them. */
  async loadProject(): Promise<void> {
    const project = await this.api.project()
    runInAction(() => {
      this.project = project
    })
  }

  /** The store of the current viewer. */
  get viewer(): ViewerStore {
    return this.shell.viewer
  }

  override reset(): void {
    this.teams = null
    super.reset()
  }

  /**
   * Reload the teams of the menu in the new language, if they were loaded before.
   *
   * The app reloads the channel's data itself. The stores of the channel's screens hold no translated data.
   */
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

  /** Return one of the channel's custom texts, or null if the channel does not set it. */
  text(name: TextKey): string | null {
    return this.requireBundle.static_data.texts[name] || null
  }

  /** Return the name of a team's sport, or null if it is unknown. */
  categoryName({ event_category_id: id }: MenuTeam): string | null {
    return this.requireBundle.categories.find(category => category.id === id)?.name ?? null
  }

  menuOf(area: 'header' | 'footer') {
    return this.requireBundle.menu.filter(entry => entry.area === area)
  }

  pageText(id: number, signal?: AbortSignal) {
    return this.api.page(id, signal)
  }

  /** Load the teams of the participants menu. Called when the menu opens; only the first call sends a request. */
  async loadTeams(): Promise<void> {
    if (this.teams) return
    const teams = await this.api.teams()
    runInAction(() => {
      this.teams = teams
    })
  }

  /** Return the first pop-up for a path that the viewer has not dismissed, or null. */
  popupFor(path: string): Popup | null {
    const matchesPath = (popup: Popup) => !popup.path || popup.path === path
    const isDismissed = (popup: Popup) => this.dismissed.includes(popup.key) || this.wasDismissed(popup)
    return this.requireBundle.popups.find(popup => matchesPath(popup) && !isDismissed(popup)) ?? null
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
