import { computed, makeObservable } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { SignedUrl } from '@/shared/player'
import { Latest } from '@/shared/stores/Latest'
import type { CatalogApi } from '../api'
import { type LibraryItem, streamOf } from '../model'

const SIMILAR = 12

/** One film of the library, and others of its kind. */
export class LibraryItemStore {
  readonly detail = new Latest<LibraryItem>()
  readonly others = new Latest<LibraryItem[]>()
  private id: number | null = null

  constructor(private readonly api: CatalogApi) {
    makeObservable(this, { item: computed, missing: computed, similar: computed })
  }

  get item(): LibraryItem | null {
    return this.detail.value
  }

  get missing(): boolean {
    return this.detail.error instanceof HttpError && this.detail.error.status === 404
  }

  get similar(): readonly LibraryItem[] {
    return (this.others.value ?? []).filter(item => item.id !== this.id)
  }

  async open(id: number): Promise<void> {
    if (id !== this.id) this.reset()
    this.id = id
    await this.detail.ask(signal => this.api.libraryItem(id, signal))
    const category = this.item?.categories[0]
    if (!category || this.id !== id) return
    const query = { category_id: category.id, sort_field: 'date', limit: SIMILAR }
    await this.others.ask(async signal => (await this.api.libraryItems(query, signal)).items)
  }

  /** Asks for the film again. */
  async refresh(): Promise<void> {
    if (this.id !== null) await this.open(this.id)
  }

  /**
   * A freshly signed address; null when this viewer may not have it any more.
   *
   * @throws HttpError where the server did not answer.
   */
  async freshStream(): Promise<SignedUrl | null> {
    if (this.id === null) return null
    return streamOf(await this.api.libraryItem(this.id))
  }

  reset(): void {
    this.detail.clear()
    this.others.clear()
    this.id = null
  }
}

export const libraryItemStore = (api: CatalogApi): LibraryItemStore => new LibraryItemStore(api)
