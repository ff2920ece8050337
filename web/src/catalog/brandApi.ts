import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { ItemResponse } from '@/shared/http/session'
import type { Settings } from '@/shared/shell'
import type { Confirmation, Entry, EntryValue } from '@/shared/studio/entries'
import { ContentApi } from './contentApi'

/** An entry to save. A value of null removes it. */
export interface EntryEdit {
  section: string
  key: string
  value: EntryValue | null
  version: string | null
}

/** A font file of the channel. `theme.fonts` names it by its path. */
export interface StoredFont {
  path: string
  url: string
}

/** The start-up data of the site with entries that are not saved, by language. */
export type PreviewBundles = Readonly<Record<string, { settings: Settings }>>

/** The client of the document for several entries at once. */
export class BrandApi extends ContentApi {
  /** Save entries as one revision. */
  async saveAll(entries: readonly EntryEdit[], confirmation?: Confirmation): Promise<Entry[]> {
    const body = { entries, ...confirmation }
    return (await this.api.put<ItemResponse<Entry[]>>('/studio/entries', body, withoutGlobalError())).data
  }

  async uploadFont(file: File): Promise<StoredFont> {
    const body = new FormData()
    body.set('font', file)
    return (await this.api.post<ItemResponse<StoredFont>>('/studio/fonts', body, withoutGlobalError())).data
  }

  async preview(entries: readonly EntryEdit[], signal?: AbortSignal): Promise<PreviewBundles> {
    const options = withoutGlobalError(signal)
    const path = '/studio/preview'
    return (await this.api.post<ItemResponse<{ bundles: PreviewBundles }>>(path, { entries }, options)).data
      .bundles
  }
}
