import type { Api, CallOptions, Many, One } from '@/shared/http/session'
import type { Page } from '@/shared/stores/Pages'
import type { Allowance, Clip, ClipKind, CutEvent, EventFile, FileAddress, NewClip, Report } from './model'

/** Of a long list, at once. */
const PAGE_SIZE = 20

/** Screens of this context show their own errors: no global notice. */
const quietly = (signal?: AbortSignal): CallOptions => ({ signal, crash: [] })

/** The calls of clips (§7, "Clips"; api.md, "Clips"). */
export class ClipsApi {
  constructor(private readonly api: Api) {}

  /** The same wish brings the same clip, however often it is sent. */
  async save(clip: NewClip): Promise<Clip> {
    return (await this.api.post<One<Clip>>('/clip', { ...clip }, quietly())).data
  }

  async clip(id: number, signal?: AbortSignal): Promise<Clip> {
    return (await this.api.get<One<Clip>>(`/clip/${id}`, {}, quietly(signal))).data
  }

  /** The newest first. */
  async ofEvent(id: number, offset: number, signal?: AbortSignal): Promise<Page<Clip>> {
    const query = { limit: PAGE_SIZE, offset }
    const { data, meta } = await this.api.get<Many<Clip>>(`/clips/event/${id}`, query, quietly(signal))
    return { items: data, total: meta.total }
  }

  /** What the viewer made, or took away. */
  async own(kind: ClipKind, offset: number, signal?: AbortSignal): Promise<Page<Clip>> {
    const query = { kind, limit: PAGE_SIZE, offset }
    const { data, meta } = await this.api.get<Many<Clip>>('/clips/user', query, quietly(signal))
    return { items: data, total: meta.total }
  }

  /** Without an account, for whoever has its `uuid`. */
  async shared(id: number, uuid: string, signal?: AbortSignal): Promise<Clip> {
    return (await this.api.get<One<Clip>>(`/shared-clip/${id}`, { uuid }, quietly(signal))).data
  }

  async change(id: number, words: { name?: string; tags?: readonly string[] }): Promise<Clip> {
    return (await this.api.patch<One<Clip>>(`/clip/${id}`, words, quietly())).data
  }

  /** The link that was given away leads nowhere; there is a new one. */
  async unshare(id: number): Promise<Clip> {
    return (await this.api.post<One<Clip>>(`/clip/${id}/unshare`, {}, quietly())).data
  }

  /** Cuts the file of a clip that failed once more. */
  async retry(id: number): Promise<Clip> {
    return (await this.api.post<One<Clip>>(`/clip/${id}/retry`, {}, quietly())).data
  }

  /** Tells the channel's operators; a second report by the same person changes nothing. */
  async report(id: number, report: Report): Promise<void> {
    await this.api.post<One<{ reported: boolean }>>(`/clip/${id}/report`, { ...report }, quietly())
  }

  async delete(id: number): Promise<void> {
    await this.api.delete(`/clip/${id}`, {}, quietly())
  }

  async download(id: number): Promise<FileAddress> {
    return (await this.api.get<One<FileAddress>>(`/clip/download/${id}`, {}, quietly())).data
  }

  /** How far the file of a whole game is; the first who asks has it made. */
  async eventFile(id: number, signal?: AbortSignal): Promise<EventFile> {
    return (await this.api.get<One<EventFile>>(`/download-event/${id}`, {}, quietly(signal))).data
  }

  /** How many clips the viewer's passes let them make. */
  async allowance(signal?: AbortSignal): Promise<Allowance | null> {
    type Access = { allowances?: { clips: Allowance } }
    const { data } = await this.api.get<One<Access>>('/user/access', {}, quietly(signal))
    return data.allowances?.clips ?? null
  }

  async event(id: number, signal?: AbortSignal): Promise<CutEvent> {
    return (await this.api.get<One<CutEvent>>(`/events/${id}`, {}, quietly(signal))).data
  }
}
