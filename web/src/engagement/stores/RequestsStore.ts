import { makeObservable, observable, observableShallow, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import {
  type FormRequest,
  type RequestChanges,
  type RequestChoices,
  type RequestFilter,
  type RequestRow,
  RequestsApi,
} from '../requestsApi'

const REQUEST_CHANGED = 'errors.request_changed'

/** The inbox: the list of requests, the open request, and the drafts of answers. */
export class RequestsStore {
  readonly pages = new PaginatedList<RequestRow>()
  readonly choices = new AsyncValue<RequestChoices>()
  readonly request = new AsyncValue<FormRequest>()
  /** Answers that are not sent yet, by request. They stay while the operator reads other requests. */
  readonly drafts = new Map<number, string>()
  isBusy = false
  /** The request that someone else answered or changed before the operator's action. */
  private conflicted: number | null = null
  /** The requests as the last action returned them, until the list loads again. */
  private readonly changed = new Map<number, RequestRow>()

  constructor(private readonly api: RequestsApi) {
    makeObservable<this, 'changed' | 'conflicted'>(this, {
      drafts: observableShallow,
      changed: observableShallow,
      isBusy: observable,
      conflicted: observable,
    })
  }

  /** The loaded requests, each in its latest version. They stay in the list when they leave the filter. */
  get rows(): RequestRow[] {
    return this.pages.items.map(row => this.changed.get(row.id) ?? row)
  }

  /** Whether someone else answered or changed the open request before the operator's action. */
  get hasConflict(): boolean {
    return this.conflicted !== null && this.conflicted === this.request.value?.id
  }

  load(filter: RequestFilter): Promise<void> {
    runInAction(() => this.changed.clear())
    return this.pages.load((offset, signal) => this.api.list(filter, offset, signal))
  }

  loadChoices(): Promise<void> {
    return this.choices.load(signal => this.api.choices(signal))
  }

  async open(id: number | null): Promise<void> {
    this.request.clear()
    if (id !== null) await this.request.load(signal => this.api.show(id, signal))
  }

  /** Return the request before or after the open one in the list. */
  neighbor(id: number | null, step: 1 | -1): RequestRow | null {
    const index = this.rows.findIndex(row => row.id === id)
    if (index === -1) return this.rows[0] ?? null
    return this.rows[index + step] ?? null
  }

  setDraft(id: number, text: string): void {
    runInAction(() => (text ? this.drafts.set(id, text) : this.drafts.delete(id)))
  }

  update(request: FormRequest, changes: RequestChanges): Promise<ErrorMessage | null> {
    return this.change(() => this.api.update(request, changes))
  }

  /** Send the draft. It is deleted after the server has stored the answer. */
  async reply(request: FormRequest, close: boolean): Promise<ErrorMessage | null> {
    const text = this.drafts.get(request.id)?.trim() ?? ''
    const error = await this.change(() => this.api.reply(request, text, close))
    if (!error) this.setDraft(request.id, '')
    return error
  }

  retry(replyId: number): Promise<ErrorMessage | null> {
    return this.change(() => this.api.retry(replyId))
  }

  reset(): void {
    this.pages.clear()
    this.choices.clear()
    this.request.clear()
    runInAction(() => {
      this.drafts.clear()
      this.changed.clear()
    })
  }

  private async change(send: () => Promise<FormRequest>): Promise<ErrorMessage | null> {
    if (this.isBusy) return null
    this.setBusy(true)
    try {
      this.accept(await send())
      return null
    } catch (error) {
      if (!(error instanceof HttpError)) return UNKNOWN_ERROR
      if (error.code === REQUEST_CHANGED) await this.showConflict()
      return error.errorMessage
    } finally {
      this.setBusy(false)
    }
  }

  private accept(request: FormRequest): void {
    runInAction(() => {
      this.conflicted = null
      this.changed.set(request.id, request)
      this.request.update(current => (current.id === request.id ? request : current))
    })
  }

  /** Load the request again, so that the operator sees the other answer beside the draft. */
  private async showConflict(): Promise<void> {
    await this.request.reload()
    runInAction(() => {
      this.conflicted = this.request.value?.id ?? null
    })
  }

  private setBusy(isBusy: boolean): void {
    runInAction(() => {
      this.isBusy = isBusy
    })
  }
}

export const requestsStore = (api: Api) => new RequestsStore(new RequestsApi(api))
