import { Latest } from '@/shared/stores/Latest'
import type { ListsApi } from '../listsApi'
import type { LibraryCategory, LibraryRail } from '../model'

/** The on-demand library: its rails and categories. */
export class LibraryStore {
  readonly rails = new Latest<LibraryRail[]>()
  readonly categories = new Latest<LibraryCategory[]>()

  constructor(private readonly api: ListsApi) {}

  async loadRails(): Promise<void> {
    await this.rails.ask(signal => this.api.libraryRails(signal))
  }

  async loadCategories(): Promise<void> {
    await this.categories.ask(signal => this.api.libraryCategories(signal))
  }

  languageChanged(): void {
    for (const asked of this.all) void asked.again()
  }

  reset(): void {
    for (const asked of this.all) asked.clear()
  }

  private get all() {
    return [this.rails, this.categories]
  }
}
