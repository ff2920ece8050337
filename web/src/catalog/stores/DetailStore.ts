import { HttpError, isNotFound } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'

/** Codes of items that open only for members of their teams: for visitors, and for other accounts. */
const PRIVATE_CODES: readonly string[] = ['errors.private_event', 'errors.not_a_member']

/** One item of the catalog. It loads when its page opens, and again when it may have changed. */
export abstract class DetailStore<Item> {
  readonly detail = new AsyncValue<Item>()
  protected id: number | null = null

  /**
   * Return the load error of this id. At the first render of a page, the store may still have the error of the
   * previous item.
   */
  errorOf(id: number): unknown {
    const { error } = this.detail
    return id === this.id ? error : null
  }

  /** Return whether the channel has no item with this id, or does not show it here. */
  isMissing(id: number): boolean {
    return isNotFound(this.errorOf(id))
  }

  /** Return whether this item opens only for some accounts, and this viewer's is not one of them. */
  isPrivate(id: number): boolean {
    const error = this.errorOf(id)
    return error instanceof HttpError && PRIVATE_CODES.includes(error.code)
  }

  async open(id: number): Promise<void> {
    if (id !== this.id) this.detail.clear()
    this.id = id
    await this.refresh()
  }

  /** Load the item again. */
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
