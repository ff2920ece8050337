import { action, computed, makeObservable, observableRef } from 'mobx'
import type { Viewer } from '@/shared/shell'
import type { Spoilers } from '@/shared/spoilers'
import type { BrowserStorage } from '@/shared/storage/storage'

/** What this browser remembers of the wish, and whose it was; nobody's is a visitor's. */
interface Wish {
  hides: boolean
  by: number | null
}

const NAME = 'hide_scores'

/**
 * The spoiler shield as the first page has it: hides scores and outcomes until somebody asks to see one.
 *
 * A visitor's wish stays in this browser, a viewer's goes with their account (`ShieldStore`). A viewer whose
 * wish is not known yet sees no scores: one that was seen cannot be taken back.
 */
export class SpoilerStore implements Spoilers {
  wish: Wish | null
  private shown: ReadonlySet<number> = new Set()

  constructor(
    private readonly storage: BrowserStorage,
    private readonly viewer: Pick<Viewer, 'id'>,
  ) {
    this.wish = storage.get<Wish>(NAME)
    makeObservable<SpoilerStore, 'shown'>(this, {
      wish: observableRef,
      shown: observableRef,
      on: computed,
      reveal: action,
      keep: action,
    })
  }

  get on(): boolean {
    const { wish, viewer } = this
    if (viewer.id === null) return wish?.hides ?? false
    return wish?.by === viewer.id ? wish.hides : true
  }

  hidden(eventId: number): boolean {
    return this.on && !this.shown.has(eventId)
  }

  reveal(eventId: number): void {
    this.shown = new Set([...this.shown, eventId])
  }

  /** Takes in a wish; what was shown before is hidden again. */
  keep(wish: Wish | null): void {
    this.wish = wish
    this.shown = new Set()
    this.storage.set(NAME, wish)
  }
}
