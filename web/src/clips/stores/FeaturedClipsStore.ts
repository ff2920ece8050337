import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { ClipsApi } from '../api'
import type { ClipSummary } from '../model'

/** The clips that the home page features, in its order. */
export class FeaturedClipsStore {
  readonly list = new AsyncValue<ClipSummary[]>()

  constructor(private readonly api: ClipsApi) {}

  load(): Promise<void> {
    return this.list.load(signal => this.api.listFeatured(signal))
  }

  languageChanged(): void {
    void this.list.reload()
  }

  reset(): void {
    this.list.clear()
  }
}

export const featuredClipsStore = (api: Api) => new FeaturedClipsStore(new ClipsApi(api))
