import { AsyncValue } from '@/shared/stores/AsyncValue'
import type { ListsApi } from '../listsApi'
import type { LibraryCategory, LibraryRail } from '../model'

/** The on-demand library: its rails and categories. */
export class LibraryStore {
  readonly rails = new AsyncValue<LibraryRail[]>()
  readonly categories = new AsyncValue<LibraryCategory[]>()

  constructor(private readonly api: ListsApi) {}

  async loadRails(): Promise<void> {
    await this.rails.load(signal => this.api.libraryRails(signal))
  }

  async loadCategories(): Promise<void> {
    await this.categories.load(signal => this.api.libraryCategories(signal))
  }

  languageChanged(): void {
    for (const value of this.values) void value.reload()
  }

  reset(): void {
    for (const value of this.values) value.clear()
  }

  private get values() {
    return [this.rails, this.categories]
  }
}
