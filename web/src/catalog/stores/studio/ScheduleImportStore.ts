import { action, computed, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { type Confirmation, effectsOf, type OrderEffect } from '@/shared/studio/entries'
import {
  ImportApi,
  type ImportField,
  type ImportFile,
  type ImportName,
  type ImportOptions,
  type ImportPreview,
  type ImportResult,
  type ImportRow,
  type NameAction,
  type RowChoice,
  type RowChoices,
  type RowClass,
  type ScheduleFeed,
} from '../../importApi'

/** The size of a file that the server accepts: one megabyte in Base64. */
export const MAX_FILE_BYTES = 740_000

/** The import of a schedule: the file, how it is read, its preview, and what the operator chose. */
export class ScheduleImportStore {
  readonly preview = new AsyncValue<ImportPreview>()
  readonly form = new Form({})
  /** What the import would do to paid orders, while it waits for the operator's confirmation. */
  pendingEffects: readonly OrderEffect[] | null = null
  file: ImportFile | null = null
  result: ImportResult | null = null
  filter: RowClass | null = null
  /** Whether the preview replaces one that was outdated. */
  isOutdated = false
  readonly choices = new Map<string, RowChoice>()

  constructor(private readonly api: ImportApi) {
    makeObservable(this, {
      file: observableRef,
      result: observableRef,
      pendingEffects: observableRef,
      filter: observableRef,
      isOutdated: observableRef,
      choices: observableShallow,
      rows: computed,
      selectedCount: computed,
      setFilter: action,
      choose: action,
      dismiss: action,
      reset: action,
    })
  }

  /** The rows of the chosen class, or all but the unchanged ones. */
  get rows(): readonly ImportRow[] {
    const rows = this.preview.value?.rows ?? []
    return rows.filter(row => (this.filter ? row.class === this.filter : row.class !== 'unchanged'))
  }

  /** The number of rows that the import would write. */
  get selectedCount(): number {
    const rows = this.preview.value?.rows ?? []
    return rows.filter(row => this.choiceOf(row) !== 'skip').length
  }

  /** Open a file, and load its preview. */
  async open(bytes: Uint8Array, source: string): Promise<void> {
    this.reset()
    runInAction(() => {
      this.file = { content: toBase64(bytes), source }
    })
    await this.load()
  }

  /** Load the preview of a feed, read as the last time. */
  async openFeed({ id, options }: ScheduleFeed): Promise<void> {
    this.reset()
    runInAction(() => {
      this.file = { ...options, feed: id }
    })
    await this.load()
  }

  /** Change how the file is read, and load the new preview. */
  async setOptions(options: ImportOptions): Promise<void> {
    runInAction(() => {
      if (this.file) this.file = { ...this.file, ...options }
    })
    await this.load()
  }

  /** Set the field of a column. A field is used once. */
  setColumn(index: number, field: ImportField): Promise<void> {
    const columns = this.preview.value?.columns ?? []
    return this.setOptions({
      columns: columns.map((column, position) =>
        position === index ? field : column.field === field ? 'ignored' : column.field,
      ),
    })
  }

  /** Decide what a name means, and load the new preview. */
  async setName(name: ImportName, nameAction: NameAction, key = ''): Promise<void> {
    const { kind, scope } = name
    const chosen = { kind, name: name.name, scope, action: nameAction, key }
    runInAction(() => {
      const others = (this.file?.names ?? []).filter(
        other => other.kind !== kind || other.name !== name.name || other.scope !== scope,
      )
      if (this.file) this.file = { ...this.file, names: [...others, chosen] }
    })
    await this.load()
  }

  setFilter(filter: RowClass | null): void {
    this.filter = filter
  }

  /** Choose what happens to a row. For a game of the channel, load what that does to paid orders. */
  choose(row: ImportRow, choice: RowChoice): void {
    this.choices.set(row.row_key, choice)
    if (row.event_key) void this.load()
  }

  /** Import nothing, and let the operator change the choices. */
  dismiss(): void {
    this.pendingEffects = null
    this.form.clear()
  }

  /** Return what happens to a row: what the operator chose, or what its class implies. */
  choiceOf(row: ImportRow): RowChoice {
    if (row.class === 'unmapped' || row.class === 'unchanged') return 'skip'
    const isApplied = row.class === 'new' || row.class === 'changed'
    return this.choices.get(row.row_key) ?? (isApplied ? 'apply' : 'skip')
  }

  /** Load the preview of the file as it is read now. */
  async load(): Promise<void> {
    const { file } = this
    if (file) await this.preview.load(signal => this.api.preview(file, this.rowChoices, signal))
  }

  /**
   * Apply the import. If buyers would lose something, `pendingEffects` waits for a confirmation. If the schedule has
   * changed since the preview, load a new one.
   */
  async apply(confirmation?: Confirmation): Promise<void> {
    const { file, rowChoices: choices } = this
    const version = this.preview.value?.version
    if (!file || !version) return
    const sent = await this.form.submit(async () => {
      try {
        return { result: await this.api.apply(file, { version, choices, ...confirmation }), effects: null }
      } catch (error) {
        const effects = effectsOf(error)
        const isOutdated = error instanceof HttpError && error.status === 409
        if (!effects && !isOutdated) throw error
        return { result: null, effects }
      }
    })
    if (!sent) return
    const { result, effects } = sent.result
    runInAction(() => {
      this.result = result
      this.pendingEffects = effects
      this.isOutdated = !result && !effects
    })
    if (this.isOutdated) await this.load()
  }

  private get rowChoices(): RowChoices {
    return [...this.choices].map(([row_key, choice]) => ({ row_key, choice }))
  }

  reset(): void {
    this.preview.clear()
    this.form.clear()
    this.choices.clear()
    this.file = this.result = this.filter = this.pendingEffects = null
    this.isOutdated = false
  }
}

/** Return bytes in Base64. */
function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export const scheduleImportStore = (api: Api) => new ScheduleImportStore(new ImportApi(api))
