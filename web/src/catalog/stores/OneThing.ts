import { computed, makeObservable } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import { Latest } from '@/shared/stores/Latest'

/** One thing of the catalogue by its id: asked for when its page opens, and again when it may have changed. */
export abstract class OneThing<Thing> {
  readonly detail = new Latest<Thing>()
  protected id: number | null = null

  constructor() {
    makeObservable(this, { missing: computed })
  }

  /** This channel has no such thing, or does not show it here. */
  get missing(): boolean {
    return this.detail.error instanceof HttpError && this.detail.error.status === 404
  }

  async open(id: number): Promise<void> {
    if (id !== this.id) this.detail.clear()
    this.id = id
    await this.refresh()
  }

  /** Asks again. */
  async refresh(): Promise<void> {
    const { id } = this
    if (id !== null) await this.detail.ask(signal => this.ask(id, signal))
  }

  reset(): void {
    this.detail.clear()
    this.id = null
  }

  protected abstract ask(id: number, signal: AbortSignal): Promise<Thing>
}
