import type { ErrorParams } from '@/shared/http/errors'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { OrderEffect } from '@/shared/studio/entries'

/** The fields that a column of a file can hold. */
export const IMPORT_FIELDS = [
  'date',
  'time',
  'home',
  'away',
  'opponent',
  'side',
  'location',
  'category',
  'title',
  'status',
  'score',
  'home_score',
  'away_score',
  'id',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number] | 'ignored'
export type DateOrder = 'day_first' | 'month_first'
export type NameKind = 'team' | 'location' | 'category'
export type NameAction = 'existing' | 'new' | 'text' | 'ignore'
export type ImportQuestion = 'columns' | 'date_order' | 'season' | 'own_team' | 'category'

/** What an import does with a row. */
export const ROW_CLASSES = ['new', 'changed', 'disagreeing', 'missing', 'unmapped', 'unchanged'] as const
export type RowClass = (typeof ROW_CLASSES)[number]
export type RowChoice = 'apply' | 'skip' | 'cancel' | 'postpone'

export interface ImportEntry {
  key: string
  label: string
}

export interface ImportProblem {
  row: number
  column: string
  value: string
  code: string
  message: string
  is_notice: boolean
}

export interface NameChoice {
  kind: NameKind
  name: string
  scope: string
  action: NameAction
  key: string
}

export type ImportName = Omit<NameChoice, 'action'> & {
  action: NameAction | null
  candidates: readonly ImportEntry[]
  rows: readonly number[]
}

export interface ImportChange {
  field: string
  studio: string | null
  file: string | null
  is_disagreeing: boolean
}

export interface ImportRow {
  row_key: string
  number: number
  label: string
  class: RowClass
  event_key: string | null
  /** A local date and time, or a date alone if the time is to be announced. */
  starts: string
  status: string
  category: string
  location: string
  score: string | null
  changes: readonly ImportChange[]
}

export interface ImportPreview {
  version: string
  format: 'csv' | 'ics'
  encoding: string
  delimiter: string
  columns: readonly { name: string; field: ImportField; samples: readonly string[] }[]
  skipped: readonly number[]
  date_order: DateOrder | null
  suggested_date_order: DateOrder
  /** Month and day of an ambiguous date in each order. */
  date_example: Record<DateOrder, string> | null
  questions: readonly ImportQuestion[]
  problems: readonly ImportProblem[]
  names: readonly ImportName[]
  rows: readonly ImportRow[]
  counts: Record<RowClass, number>
  /** The names of teams, locations and categories by key. */
  labels: Record<string, string>
  entries: Record<NameKind, readonly ImportEntry[]>
  /** What the import would do to paid orders. */
  effects: readonly OrderEffect[]
  sources: readonly string[]
}

/** How a file is read. What is left out is detected. */
export interface ImportOptions {
  columns?: readonly ImportField[]
  date_order?: DateOrder
  season?: number
  own_team?: string
  category?: string
  is_away_score_first?: boolean
}

/** A file as bytes in Base64 with the name of its source, or a feed, and how it is read. */
export interface ImportFile extends ImportOptions {
  content?: string
  source?: string
  feed?: number
  names?: readonly NameChoice[]
}

export type RowChoices = readonly { row_key: string; choice: RowChoice }[]

export interface ImportDecision {
  version: string
  choices: RowChoices
  confirm?: boolean
  refund?: boolean
}

export interface ImportResult {
  revision: number | null
  created: number
  changed: number
}

/** A schedule at an address. `waiting` counts the rows that wait for a person; null before the next check. */
export interface ScheduleFeed {
  id: number
  name: string
  host: string
  state: 'new' | 'active' | 'paused'
  options: ImportOptions | null
  checked_at: string | null
  error: { code: string; message: string; params: ErrorParams } | null
  waiting: number | null
}

/** The client of imports and feeds, for operators. */
export class ImportApi {
  constructor(private readonly api: Api) {}

  async preview(file: ImportFile, choices: RowChoices, signal?: AbortSignal): Promise<ImportPreview> {
    return (
      await this.api.post<ItemResponse<ImportPreview>>(
        '/studio/imports/preview',
        { ...file, choices },
        withoutGlobalError(signal),
      )
    ).data
  }

  async apply(file: ImportFile, decision: ImportDecision): Promise<ImportResult> {
    return (
      await this.api.post<ItemResponse<ImportResult>>(
        '/studio/imports',
        { ...file, ...decision },
        withoutGlobalError(),
      )
    ).data
  }

  async feeds(signal?: AbortSignal): Promise<readonly ScheduleFeed[]> {
    return (
      await this.api.get<ItemResponse<readonly ScheduleFeed[]>>(
        '/studio/feeds',
        {},
        withoutGlobalError(signal),
      )
    ).data
  }

  async addFeed(feed: { name: string; address: string }): Promise<ScheduleFeed> {
    return (await this.api.post<ItemResponse<ScheduleFeed>>('/studio/feeds', feed, withoutGlobalError())).data
  }

  async checkFeed(id: number): Promise<void> {
    await this.api.post(`/studio/feeds/${id}/check`, {}, withoutGlobalError())
  }

  async setFeedPaused(id: number, isPaused: boolean): Promise<void> {
    await this.api.patch(`/studio/feeds/${id}`, { is_paused: isPaused }, withoutGlobalError())
  }

  async deleteFeed(id: number): Promise<void> {
    await this.api.delete(`/studio/feeds/${id}`, {}, withoutGlobalError())
  }
}
