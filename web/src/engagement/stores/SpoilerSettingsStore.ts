import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { EngagementStore } from '../EngagementStore'
import type { SpoilerStore } from './SpoilerStore'

interface WatchSettings {
  hide_scores: boolean
}

const SETTINGS_PATH = '/watch-settings'

/** The viewer's wish about scores, kept with their account: it holds on all of their devices. */
export class SpoilerSettingsStore {
  /** Counts the wishes: an answer to a question from before one is dropped. */
  private generation = 0

  constructor(
    private readonly api: Pick<Api, 'get' | 'post'>,
    private readonly spoilers: SpoilerStore,
    private readonly viewer: Pick<Viewer, 'id'>,
  ) {}

  /** Asks what the viewer wants who is here; what they wanted as a visitor goes to their account. */
  async load(): Promise<void> {
    const { id } = this.viewer
    const turn = ++this.generation
    const { setting } = this.spoilers
    const asVisitor = setting?.by === null && setting.hides
    try {
      if (asVisitor) await this.saveSetting(true)
      const hides = asVisitor || (await this.fetchSetting())
      const { setting: by } = this.spoilers
      // The same again would only hide what was shown meanwhile.
      const news = by?.by !== id || by.hides !== hides
      if (turn === this.generation && id === this.viewer.id && news) this.spoilers.apply({ hides, by: id })
    } catch {
      // What is not known stays hidden, or as this browser remembers it.
    }
  }

  /**
   * Turns the shield on or off, at once.
   *
   * @throws HttpError where the account does not take it: it is as it was then.
   */
  async choose(hides: boolean): Promise<void> {
    const before = this.spoilers.setting
    const turn = ++this.generation
    this.spoilers.apply({ hides, by: this.viewer.id })
    if (this.viewer.id === null) return
    try {
      await this.saveSetting(hides)
    } catch (error) {
      if (turn === this.generation) this.spoilers.apply(before)
      throw error
    }
  }

  private async fetchSetting(): Promise<boolean> {
    return (await this.api.get<ItemResponse<WatchSettings>>(SETTINGS_PATH, {}, withoutGlobalError())).data
      .hide_scores
  }

  private async saveSetting(hide: boolean): Promise<void> {
    await this.api.post(SETTINGS_PATH, { hide_scores: hide }, withoutGlobalError())
  }
}

export const spoilerSettingsStore = (api: Api, { shell, spoilers }: EngagementStore) =>
  new SpoilerSettingsStore(api, spoilers, shell.viewer)
