import { action, computed, makeObservable, observableRef } from 'mobx'
import type { Spoilers } from '@/shared/contexts/spoilers'
import type { Viewer } from '@/shared/shell'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** What this browser remembers of the wish, and whose it was; nobody's is a visitor's. */
interface SpoilerSetting {
  hides: boolean
  by: number | null
}

const STORAGE_KEY = 'hide_scores'

/**
 * The spoiler shield as the first page has it: hides scores and outcomes until somebody asks to see one.
 *
 * A visitor's wish stays in this browser, a viewer's goes with their account (`SpoilerSettingsStore`). A viewer whose
 * wish is not known yet sees no scores: one that was seen cannot be taken back.
 */
export class SpoilerStore implements Spoilers {
  setting: SpoilerSetting | null
  private revealed: ReadonlySet<number> = new Set()

  constructor(
    private readonly storage: BrowserStorage,
    private readonly viewer: Pick<Viewer, 'id'>,
  ) {
    this.setting = storage.get<SpoilerSetting>(STORAGE_KEY)
    makeObservable<SpoilerStore, 'revealed'>(this, {
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

  /** Takes in a wish; what was shown before is hidden again. */
  apply(setting: SpoilerSetting | null): void {
    this.setting = setting
    this.revealed = new Set()
    this.storage.set(STORAGE_KEY, setting)
  }
}
