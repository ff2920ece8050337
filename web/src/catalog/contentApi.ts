import type { FormDefinition } from '@/shared/contexts/forms'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { ItemResponse } from '@/shared/http/session'
import { EntriesApi } from '@/shared/studio/entries'
import type { CropBox } from './crops'

/** A picture in the channel's files. Entries name it by its path. */
export interface StoredPicture {
  path: string
  url: string
  width: number | null
  height: number | null
}

/** How much moves to the entry that stays, when another one is merged into it. */
export interface MergeEffects {
  events: number
  teams: number
  orders: number
  favorites: number
  reminders: number
}

/** The client of the channel's document, pictures and Markdown. */
export class ContentApi extends EntriesApi {
  async uploadPicture(file: File): Promise<StoredPicture> {
    const body = new FormData()
    body.set('picture', file)
    return (await this.api.post<ItemResponse<StoredPicture>>('/studio/pictures', body, withoutGlobalError()))
      .data
  }

  /** Store a part of a stored picture as a picture of its own, at most `maxWidth` pixels wide. */
  async cropPicture(path: string, box: CropBox, maxWidth: number): Promise<StoredPicture> {
    const body = { path, ...box, max_width: maxWidth }
    return (
      await this.api.post<ItemResponse<StoredPicture>>('/studio/pictures/crops', body, withoutGlobalError())
    ).data
  }

  /** Return what would move to the entry `into`. */
  async previewMerge(section: string, key: string, into: string): Promise<MergeEffects> {
    const path = mergePath(section, key)
    return (await this.api.get<ItemResponse<MergeEffects>>(path, { into }, withoutGlobalError())).data
  }

  /** Merge an entry into the entry `into`. */
  async merge(section: string, key: string, into: string): Promise<void> {
    await this.api.post(mergePath(section, key), { into }, withoutGlobalError())
  }

  /** Return a form as viewers see it, in a language. */
  async getForm(key: string, language: string, signal?: AbortSignal): Promise<FormDefinition> {
    const path = `/custom-forms/${encodeURIComponent(key)}`
    const query = { lang: language }
    return (await this.api.get<ItemResponse<FormDefinition>>(path, query, withoutGlobalError(signal))).data
  }

  /** Return Markdown as the HTML that the site shows. */
  async renderMarkdown(text: string, signal?: AbortSignal): Promise<string> {
    const options = withoutGlobalError(signal)
    return (await this.api.post<ItemResponse<{ html: string }>>('/studio/markdown', { text }, options)).data
      .html
  }
}

const mergePath = (section: string, key: string) => `/studio/merges/${section}/${encodeURIComponent(key)}`
