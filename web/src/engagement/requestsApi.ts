import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'

export type RequestStatus = 'open' | 'closed'

/** An operator who handles requests. */
export interface RequestOperator {
  account_id: number
  /** Empty after the account was closed. */
  name: string
}

/** A request in the list. */
export interface RequestRow {
  id: number
  /** The version, which a change or an answer must name. */
  version: number
  form: string
  form_title: string
  sender_name: string
  sender_email: string
  excerpt: string
  created_at: string
  status: RequestStatus
  assignee: RequestOperator | null
}

/** An operator's answer, sent by email. */
export interface RequestReply {
  id: number
  author: string
  text: string
  created_at: string
  state: 'queued' | 'sent' | 'failed'
  failure: 'rejected' | 'unavailable' | null
  sent_at: string | null
}

/** A request with all answers to the form, and the replies. */
export interface FormRequest extends RequestRow {
  /** The address for replies. Empty if the sender left none. */
  recipient: string
  answers: { question: string; answer: string }[]
  replies: RequestReply[]
}

/** The choices of the filters. */
export interface RequestChoices {
  forms: { alias: string; title: string; requests: number }[]
  operators: RequestOperator[]
}

/** The filters of the list. Null means no filter. */
export interface RequestFilter {
  status: RequestStatus | null
  form: string | null
  assignee: 'me' | 'none' | null
  q: string | null
}

export interface RequestChanges {
  status?: RequestStatus
  assignee_id?: number | null
}

const REQUESTS = '/studio/requests'

/** The requests of the room Requests. They require the permission `manage_requests`. */
export class RequestsApi {
  constructor(private readonly api: Api) {}

  async list(filter: RequestFilter, offset: number, signal?: AbortSignal): Promise<Page<RequestRow>> {
    const query = { ...filter, offset }
    const page = await this.api.get<ListResponse<RequestRow>>(REQUESTS, query, withoutGlobalError(signal))
    return { items: page.data, total: page.meta.total }
  }

  async choices(signal?: AbortSignal): Promise<RequestChoices> {
    const path = `${REQUESTS}/filters`
    return (await this.api.get<ItemResponse<RequestChoices>>(path, {}, withoutGlobalError(signal))).data
  }

  async show(id: number, signal?: AbortSignal): Promise<FormRequest> {
    const path = `${REQUESTS}/${id}`
    return (await this.api.get<ItemResponse<FormRequest>>(path, {}, withoutGlobalError(signal))).data
  }

  async update({ id, version }: RequestRow, changes: RequestChanges): Promise<FormRequest> {
    const body = { version, ...changes }
    return (await this.api.patch<ItemResponse<FormRequest>>(`${REQUESTS}/${id}`, body, withoutGlobalError()))
      .data
  }

  async reply({ id, version }: RequestRow, text: string, close: boolean): Promise<FormRequest> {
    const path = `${REQUESTS}/${id}/replies`
    const body = { version, text, close }
    return (await this.api.post<ItemResponse<FormRequest>>(path, body, withoutGlobalError())).data
  }

  async retry(replyId: number): Promise<FormRequest> {
    const path = `/studio/request-replies/${replyId}/retry`
    return (await this.api.post<ItemResponse<FormRequest>>(path, {}, withoutGlobalError())).data
  }
}
