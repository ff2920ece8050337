import { HttpError } from '@/shared/http/errors'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** The value of an entry in the form of the channel pack. */
export type EntryValue = Readonly<Record<string, unknown>>

/** An entry of the channel's document. Its version changes with its value, and is empty until it is saved. */
export interface Entry {
  section: string
  key: string
  value: EntryValue
  version: string
}

/** What a change does to paid orders, for one product. */
export interface OrderEffect {
  product: string
  effect: string
  orders: readonly number[]
  paid: readonly { amount: string; currency: string }[]
  emails: number
  refundable: readonly number[]
}

/** The operator's confirmation of a change that affects paid orders. */
export interface Confirmation {
  confirm: boolean
  refund: boolean
}

/** The version of an entry that someone else saved first. Null if the entry was removed. */
export interface Conflict {
  current: EntryValue | null
  version: string | null
}

/** The client of the channel's document. Every change is one revision. */
export class EntriesApi {
  constructor(protected readonly api: Api) {}

  /** Return the entries of a section. If their order counts, the last one has an empty key and holds it. */
  async list(section: string, signal?: AbortSignal): Promise<Entry[]> {
    const path = `/studio/entries/${section}`
    return (await this.api.get<ItemResponse<Entry[]>>(path, {}, withoutGlobalError(signal))).data
  }

  /** Return an entry. With an empty key, return the one of `channel` or `texts`, or the order of a section. */
  async get(section: string, key: string, signal?: AbortSignal): Promise<Entry> {
    if (!key) return (await this.list(section, signal)).at(-1) as Entry
    const path = entryPath(section, key)
    return (await this.api.get<ItemResponse<Entry>>(path, {}, withoutGlobalError(signal))).data
  }

  /** Create an entry (`version` is null) or change it. With an empty key, change the order of the section. */
  async save(
    section: string,
    key: string,
    value: EntryValue,
    version: string | null,
    confirmation?: Confirmation,
  ): Promise<Entry> {
    const body = { value, version, ...confirmation }
    return (await this.api.put<ItemResponse<Entry>>(entryPath(section, key), body, withoutGlobalError())).data
  }

  async remove(section: string, key: string, version: string, confirmation?: Confirmation): Promise<void> {
    const { confirm, refund } = confirmation ?? { confirm: false, refund: false }
    await this.api.delete(entryPath(section, key), { version, confirm, refund }, withoutGlobalError())
  }
}

const entryPath = (section: string, key: string) =>
  `/studio/entries/${section}${key ? `/${encodeURIComponent(key)}` : ''}`

/** Return the other version, if a request failed because someone else changed the entry. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof HttpError) || error.code !== 'errors.edit_conflict') return null
  const { current = null, version = null } = error.problem as Partial<Conflict>
  return { current, version }
}

/** Return what a request would do to paid orders, if it failed because nobody has confirmed that. */
export function effectsOf(error: unknown): readonly OrderEffect[] | null {
  if (!(error instanceof HttpError) || error.code !== 'errors.confirmation_required') return null
  return (error.problem as { effects?: OrderEffect[] }).effects ?? []
}
