import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type {
  Allowance,
  Clip,
  ClipKind,
  ClippableEvent,
  ClipSummary,
  DownloadUrl,
  EventFile,
  NewClip,
  Report,
} from './model'

/** Number of clips in one page of a list. */
const PAGE_SIZE = 20

/** The client for the requests of clips (§7, "Clips"; api.md, "Clips"). */
export class ClipsApi {
  constructor(private readonly api: Api) {}

  /** Create a clip. The same request always returns the same clip, so it can be repeated. */
  async save(clip: NewClip): Promise<Clip> {
    return (await this.api.post<ItemResponse<Clip>>('/clip', { ...clip }, withoutGlobalError())).data
  }

  async get(id: number, signal?: AbortSignal): Promise<Clip> {
    return (await this.api.get<ItemResponse<Clip>>(`/clip/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** Return a page of the clips of an event, newest first. */
  async listForEvent(id: number, offset: number, signal?: AbortSignal): Promise<Page<Clip>> {
    const query = { limit: PAGE_SIZE, offset }
    const { data, meta } = await this.api.get<ListResponse<Clip>>(
      `/clips/event/${id}`,
      query,
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  /** Return the clips that the home page features. */
  async listFeatured(signal?: AbortSignal): Promise<ClipSummary[]> {
    return (
      await this.api.get<ItemResponse<ClipSummary[]>>('/clips/featured', {}, withoutGlobalError(signal))
    ).data
  }

  /** Return a page of the clips that the viewer created or downloaded. */
  async listOwn(kind: ClipKind, offset: number, signal?: AbortSignal): Promise<Page<Clip>> {
    const query = { kind, limit: PAGE_SIZE, offset }
    const { data, meta } = await this.api.get<ListResponse<Clip>>(
      '/clips/user',
      query,
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  /** Return a shared clip. It needs no account, only the `uuid`. */
  async getShared(id: number, uuid: string, signal?: AbortSignal): Promise<Clip> {
    return (
      await this.api.get<ItemResponse<Clip>>(`/shared-clip/${id}`, { uuid }, withoutGlobalError(signal))
    ).data
  }

  async update(id: number, changes: { name?: string; tags?: readonly string[] }): Promise<Clip> {
    return (await this.api.patch<ItemResponse<Clip>>(`/clip/${id}`, changes, withoutGlobalError())).data
  }

  /** Replace the share link of a clip. The old link stops working. */
  async resetShareLink(id: number): Promise<Clip> {
    return (await this.api.post<ItemResponse<Clip>>(`/clip/${id}/unshare`, {}, withoutGlobalError())).data
  }

  /** Create the file of a failed clip again. */
  async retry(id: number): Promise<Clip> {
    return (await this.api.post<ItemResponse<Clip>>(`/clip/${id}/retry`, {}, withoutGlobalError())).data
  }

  /** Report a clip to the channel's operators. A second report of the same viewer has no effect. */
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

  /** Return the state of an event file. The first request starts its creation. */
  async eventFile(id: number, signal?: AbortSignal): Promise<EventFile> {
    return (
      await this.api.get<ItemResponse<EventFile>>(`/download-event/${id}`, {}, withoutGlobalError(signal))
    ).data
  }

  /** Return how many clips the viewer's passes allow. */
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
