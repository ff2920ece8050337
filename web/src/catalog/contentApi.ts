import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** The fields of an entry, as a channel pack writes them. */
export type EntryValue = Readonly<Record<string, unknown>>

/** An entry of the channel's document. Its version changes with its value. */
export interface Entry {
  section: string
  key: string
  value: EntryValue
  version: string
}

/** A picture in the channel's files. Entries name it by its path. */
export interface StoredPicture {
  path: string
  url: string
  width: number | null
  height: number | null
}

/** The requests of the channel's content (api.md, "Studio"). They require the permission `edit_content`. */
export class ContentApi {
  constructor(private readonly api: Api) {}

  /** Return the entries of a section. If their order counts, the last one has an empty key and holds it. */
  async list(section: string, signal?: AbortSignal): Promise<Entry[]> {
    return (await this.api.get<ItemResponse<Entry[]>>(addressOf(section), {}, withoutGlobalError(signal)))
      .data
  }

  async get(section: string, key: string, signal?: AbortSignal): Promise<Entry> {
    const path = addressOf(section, key)
    return (await this.api.get<ItemResponse<Entry>>(path, {}, withoutGlobalError(signal))).data
  }

  /** Save an entry, or the order of a section with an empty key. A new entry has no version. */
  async save(section: string, key: string, value: EntryValue, version: string | null): Promise<Entry> {
    const body = { value, version, _method: 'put' }
    const path = addressOf(section, key)
    return (await this.api.post<ItemResponse<Entry>>(path, body, withoutGlobalError())).data
  }

  async remove({ section, key, version }: Entry): Promise<void> {
    await this.api.delete(addressOf(section, key), { version }, withoutGlobalError())
  }

  async uploadPicture(file: File): Promise<StoredPicture> {
    const body = new FormData()
    body.set('picture', file)
    return (await this.api.post<ItemResponse<StoredPicture>>('/studio/pictures', body, withoutGlobalError()))
      .data
  }

  /** Return Markdown as the HTML that the site shows. */
  async renderMarkdown(text: string, signal?: AbortSignal): Promise<string> {
    const options = withoutGlobalError(signal)
    return (await this.api.post<ItemResponse<{ html: string }>>('/studio/markdown', { text }, options)).data
      .html
  }
}

const addressOf = (section: string, key = '') =>
  `/studio/entries/${section}${key ? `/${encodeURIComponent(key)}` : ''}`
