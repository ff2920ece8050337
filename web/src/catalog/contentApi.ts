import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { ItemResponse } from '@/shared/http/session'
import { EntriesApi } from '@/shared/studio/entries'

/** A picture in the channel's files. Entries name it by its path. */
export interface StoredPicture {
  path: string
  url: string
  width: number | null
  height: number | null
}

/** The client of the channel's document, pictures and Markdown. */
export class ContentApi extends EntriesApi {
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
