import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type {
  Allowance,
  Clip,
  ClipKind,
  ClippableEvent,
  DownloadUrl,
  EventFile,
  NewClip,
  Report,
} from './model'

/** Of a long list, at once. */
const PAGE_SIZE = 20

/** The calls of clips (§7, "Clips"; api.md, "Clips"). */
export class ClipsApi {
  constructor(private readonly api: Api) {}

  /** The same wish brings the same clip, however often it is sent. */
  async save(clip: NewClip): Promise<Clip> {
    return (await this.api.post<ItemResponse<Clip>>('/clip', { ...clip }, withoutGlobalError())).data
  }

  async get(id: number, signal?: AbortSignal): Promise<Clip> {
    return (await this.api.get<ItemResponse<Clip>>(`/clip/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** The newest first. */
  async listForEvent(id: number, offset: number, signal?: AbortSignal): Promise<Page<Clip>> {
    const query = { limit: PAGE_SIZE, offset }
    const { data, meta } = await this.api.get<ListResponse<Clip>>(
      `/clips/event/${id}`,
      query,
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  /** What the viewer made, or took away. */
  async listOwn(kind: ClipKind, offset: number, signal?: AbortSignal): Promise<Page<Clip>> {
    const query = { kind, limit: PAGE_SIZE, offset }
    const { data, meta } = await this.api.get<ListResponse<Clip>>(
      '/clips/user',
      query,
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  /** Without an account, for whoever has its `uuid`. */
  async getShared(id: number, uuid: string, signal?: AbortSignal): Promise<Clip> {
    return (
      await this.api.get<ItemResponse<Clip>>(`/shared-clip/${id}`, { uuid }, withoutGlobalError(signal))
    ).data
  }

  async update(id: number, words: { name?: string; tags?: readonly string[] }): Promise<Clip> {
    return (await this.api.patch<ItemResponse<Clip>>(`/clip/${id}`, words, withoutGlobalError())).data
  }

  /** The link that was given away leads nowhere; there is a new one. */
  async resetShareLink(id: number): Promise<Clip> {
    return (await this.api.post<ItemResponse<Clip>>(`/clip/${id}/unshare`, {}, withoutGlobalError())).data
  }

  /** Cuts the file of a clip that failed once more. */
  async retry(id: number): Promise<Clip> {
    return (await this.api.post<ItemResponse<Clip>>(`/clip/${id}/retry`, {}, withoutGlobalError())).data
  }

  /** Tells the channel's operators; a second report by the same person changes nothing. */
  async report(id: number, report: Report): Promise<void> {
    await this.api.post<ItemResponse<{ reported: boolean }>>(
      `/clip/${id}/report`,
      { ...report },
      withoutGlobalError(),
    )
  }

  async delete(id: number): Promise<void> {
    await this.api.delete(`/clip/${id}`, {}, withoutGlobalError())
  }

  async download(id: number): Promise<DownloadUrl> {
    return (await this.api.get<ItemResponse<DownloadUrl>>(`/clip/download/${id}`, {}, withoutGlobalError()))
      .data
  }

  /** How far the file of a whole game is; the first who asks has it made. */
  async eventFile(id: number, signal?: AbortSignal): Promise<EventFile> {
    return (
      await this.api.get<ItemResponse<EventFile>>(`/download-event/${id}`, {}, withoutGlobalError(signal))
    ).data
  }

  /** How many clips the viewer's passes let them make. */
  async allowance(signal?: AbortSignal): Promise<Allowance | null> {
    type Access = { allowances?: { clips: Allowance } }
    const { data } = await this.api.get<ItemResponse<Access>>('/user/access', {}, withoutGlobalError(signal))
    return data.allowances?.clips ?? null
  }

  async event(id: number, signal?: AbortSignal): Promise<ClippableEvent> {
    return (await this.api.get<ItemResponse<ClippableEvent>>(`/events/${id}`, {}, withoutGlobalError(signal)))
      .data
  }
}
