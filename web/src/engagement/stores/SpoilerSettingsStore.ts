import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { EngagementStore } from '../EngagementStore'
import type { SpoilerStore } from './SpoilerStore'

interface WatchSettings {
  hide_scores: boolean
}

const SETTINGS_PATH = '/watch-settings'

/** The viewer's spoiler setting, stored in the account and used on all devices. */
export class SpoilerSettingsStore {
  /** Counts loads and changes, so that an outdated response is dropped. */
  private generation = 0

  constructor(
    private readonly api: Pick<Api, 'get' | 'post'>,
    private readonly spoilers: SpoilerStore,
    private readonly viewer: Pick<Viewer, 'id'>,
  ) {}

  /** Load the viewer's setting. A visitor's setting that hides scores is copied to the account first. */
  async load(): Promise<void> {
    const { id } = this.viewer
    const generation = ++this.generation
    const { setting } = this.spoilers
    const asVisitor = setting?.by === null && setting.hides
    try {
      if (asVisitor) await this.saveSetting(true)
      const hides = asVisitor || (await this.fetchSetting())
      const { setting: current } = this.spoilers
      // Applying the same setting again would only hide the scores that were revealed during the request.
      const isChanged = current?.by !== id || current.hides !== hides
      if (generation === this.generation && id === this.viewer.id && isChanged)
        this.spoilers.apply({ hides, by: id })
    } catch {
      // On an error the stored setting stays. Without one, scores stay hidden.
    }
  }

  /**
   * Turn the shield on or off. The page shows the change at once.
   *
   * @throws HttpError if the server rejects it; the previous setting is then restored.
   */
  async choose(hides: boolean): Promise<void> {
    const before = this.spoilers.setting
    const generation = ++this.generation
    this.spoilers.apply({ hides, by: this.viewer.id })
    if (this.viewer.id === null) return
    try {
      await this.saveSetting(hides)
    } catch (error) {
      if (generation === this.generation) this.spoilers.apply(before)
      throw error
    }
  }

  private async fetchSetting(): Promise<boolean> {
    return (await this.api.get<ItemResponse<WatchSettings>>(SETTINGS_PATH, {}, withoutGlobalError())).data
      .hide_scores
  }

  private async saveSetting(hides: boolean): Promise<void> {
    await this.api.post(SETTINGS_PATH, { hide_scores: hides }, withoutGlobalError())
  }
}

export const spoilerSettingsStore = (api: Api, { shell, spoilers }: EngagementStore) =>
  new SpoilerSettingsStore(api, spoilers, shell.viewer)
