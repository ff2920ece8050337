import { isNotFound } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'

/** One thing of the catalogue by its id: asked for when its page opens, and again when it may have changed. */
export abstract class DetailStore<Item> {
  readonly detail = new AsyncValue<Item>()
  protected id: number | null = null

  /** Why the thing of this id did not come. As its page is first drawn, the error of the one before still stands here. */
  errorOf(id: number): unknown {
    const { error } = this.detail
    return id === this.id ? error : null
  }

  /** This channel has no thing of this id, or does not show it here. */
  isMissing(id: number): boolean {
    return isNotFound(this.errorOf(id))
  }

  async open(id: number): Promise<void> {
    if (id !== this.id) this.detail.clear()
    this.id = id
    await this.refresh()
  }

  /** Asks again. */
  async refresh(): Promise<void> {
    const { id } = this
    if (id !== null) await this.detail.load(signal => this.fetchItem(id, signal))
  }

  languageChanged(): void {
    void this.refresh()
  }

  reset(): void {
    this.detail.clear()
    this.id = null
  }

  protected abstract fetchItem(id: number, signal: AbortSignal): Promise<Item>
}
