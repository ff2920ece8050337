import { action, computed, makeObservable, observableRef } from 'mobx'
import type { Spoilers } from '@/shared/contexts/spoilers'
import type { Viewer } from '@/shared/shell'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** The stored spoiler setting and the id of its viewer; null for a visitor. */
interface SpoilerSetting {
  hides: boolean
  by: number | null
}

const STORAGE_KEY = 'hide_scores'

/**
 * The spoiler shield for the first page. It hides scores and outcomes until the viewer reveals one.
 *
 * A visitor's setting is stored in this browser; a viewer's setting is stored in the account
 * (`SpoilerSettingsStore`). Scores stay hidden until the setting loads, because a visible score cannot be taken back.
 */
export class SpoilerStore implements Spoilers {
  setting: SpoilerSetting | null
  revealed: ReadonlySet<number> = new Set()

  constructor(
    private readonly storage: BrowserStorage,
    private readonly viewer: Pick<Viewer, 'id'>,
  ) {
    this.setting = storage.get<SpoilerSetting>(STORAGE_KEY)
    makeObservable(this, {
      setting: observableRef,
      revealed: observableRef,
      isEnabled: computed,
      reveal: action,
      apply: action,
    })
  }

  get isEnabled(): boolean {
    const { setting, viewer } = this
    if (viewer.id === null) return setting?.hides ?? false
    return setting?.by === viewer.id ? setting.hides : true
  }

  isHidden(eventId: number): boolean {
    return this.isEnabled && !this.revealed.has(eventId)
  }

  reveal(eventId: number): void {
    this.revealed = new Set([...this.revealed, eventId])
  }

  /** Apply and store a setting. Revealed scores are hidden again. */
  apply(setting: SpoilerSetting | null): void {
    this.setting = setting
    this.revealed = new Set()
    this.storage.set(STORAGE_KEY, setting)
  }
}
