import { computed, makeObservable } from 'mobx'
import type { Api } from '@/shared/http/session'
import type { SignedUrl } from '@/shared/player'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { CatalogApi } from '../api'
import { type LibraryItem, streamUrl } from '../model'
import { DetailStore } from './DetailStore'

const SIMILAR_COUNT = 12

/** One library item and similar items. */
export class LibraryItemStore extends DetailStore<LibraryItem> {
  readonly others = new AsyncValue<LibraryItem[]>()

  constructor(private readonly api: CatalogApi) {
    super()
    makeObservable(this, { item: computed, similar: computed })
  }

  get item(): LibraryItem | null {
    return this.detail.value
  }

  get similar(): readonly LibraryItem[] {
    return (this.others.value ?? []).filter(item => item.id !== this.id)
  }

  override async open(id: number): Promise<void> {
    if (id !== this.id) this.others.clear()
    await super.open(id)
  }

  /** Load the item and similar items again. */
  override async refresh(): Promise<void> {
    const { id } = this
    await super.refresh()
    const category = this.item?.categories[0]
    if (!category || this.id !== id) return
    const query = { category_id: category.id, sort_field: 'date', limit: SIMILAR_COUNT }
    await this.others.load(async signal => (await this.api.libraryItems(query, signal)).items)
  }

  /**
   * Return a new signed URL, or null if this viewer no longer has access.
   *
   * @throws HttpError if the server does not respond.
   */
  async refreshStreamUrl(): Promise<SignedUrl | null> {
    if (this.id === null) return null
    return streamUrl(await this.api.libraryItem(this.id))
  }

  override reset(): void {
    super.reset()
    this.others.clear()
  }

  protected fetchItem(id: number, signal: AbortSignal): Promise<LibraryItem> {
    return this.api.libraryItem(id, signal)
  }
}

export const libraryItemStore = (api: Api): LibraryItemStore => new LibraryItemStore(new CatalogApi(api))
