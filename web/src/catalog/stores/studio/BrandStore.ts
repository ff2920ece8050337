import { action, computed, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import { isReadable, suggestColor } from '@/shared/contrast'
import { type ErrorMessage, type FieldErrors, HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { type Conflict, conflictOf, type Entry, type EntryValue } from '@/shared/studio/entries'
import { errorsOf } from '@/shared/studio/fieldErrors'
import { createKey } from '@/shared/studio/localizedText'
import { moveItem } from '@/shared/studio/moveItem'
import { BrandApi, type EntryEdit, type PreviewBundles } from '../../brandApi'
import { HOME_SECTIONS } from '../../brandFields'
import { readField, withField } from '../../contentFields'
import { type Scheme, toScheme } from '../../palettes'

const SECTIONS = ['channel', 'texts', 'menu', 'slides', 'library.rails'] as const
const RAILS = 'library.rails'
const WEIGHT_STEP = 10
export type ListSection = 'menu' | 'slides' | typeof RAILS

/** The other version of an entry that someone else saved first. */
interface EntryConflict extends Conflict {
  id: string
}

/** Letters of a short name. */
const SHORT_NAME_LENGTH = 30

/** Return a renamed channel, whose short name follows the name if it did before. */
function withShortName(before: EntryValue, after: EntryValue): EntryValue {
  const shorten = ({ name }: EntryValue) => String(name ?? '').slice(0, SHORT_NAME_LENGTH)
  return before.short_name === shorten(before) ? { ...after, short_name: shorten(after) } : after
}

/** The id of an entry, as the server names it in errors. */
const entryId = (section: string, key = '') => `${section}[${key}]`

/** A draft of the home page and the brand: nothing is saved until `publish`, which makes one revision. */
export class BrandStore {
  /** The saved entries by id. */
  readonly saved = new AsyncValue<ReadonlyMap<string, Entry>>()
  readonly preview = new AsyncValue<PreviewBundles>()
  conflict: EntryConflict | null = null
  /** Values that differ from the saved ones. Null removes the entry. */
  private readonly draft = new Map<string, EntryValue | null>()
  private readonly form = new Form({})

  constructor(readonly api: BrandApi) {
    makeObservable<this, 'draft'>(this, {
      draft: observableShallow,
      conflict: observableRef,
      edits: computed,
      change: action,
      changeScheme: action,
      changeBackground: action,
      setValue: action,
      add: action,
      remove: action,
      move: action,
      discard: action,
      takeTheirs: action,
      closeConflict: action,
    })
  }

  load(): Promise<void> {
    return this.saved.load(async signal => {
      const lists = await Promise.all(SECTIONS.map(section => this.api.list(section, signal)))
      return new Map(lists.flat().map(entry => [entryId(entry.section, entry.key), entry]))
    })
  }

  /** Return an entry as the draft has it. */
  value(section: string, key = ''): EntryValue {
    const id = entryId(section, key)
    return this.draft.get(id) ?? this.saved.value?.get(id)?.value ?? {}
  }

  /** Return the keys of a section in the order of the draft. */
  keys(section: ListSection): readonly string[] {
    const { order } = this.value(section) as { order?: readonly string[] }
    const keys = order ?? this.draftKeys(section)
    if (section === 'menu') return keys
    return keys.toSorted((a, b) => this.weightOf(section, b) - this.weightOf(section, a))
  }

  change(section: string, key: string, name: string, field: unknown): void {
    const before = this.value(section, key)
    const after = withField(before, name, field)
    this.setValue(
      section,
      key,
      section === 'channel' && name === 'name' ? withShortName(before, after) : after,
    )
  }

  get scheme(): Scheme {
    return readField(this.value('channel'), 'theme.scheme') === 'light' ? 'light' : 'dark'
  }

  /** Change the scheme, and with it the colors that the channel has not chosen itself. */
  changeScheme(scheme: Scheme): void {
    const colors = (this.value('channel').colors ?? {}) as EntryValue
    this.change('channel', '', 'colors', toScheme(colors, this.scheme, scheme))
    this.change('channel', '', 'theme.scheme', scheme)
  }

  /** Change the color of a background. Its text takes the nearest readable color, if it could be read before. */
  changeBackground(background: string, text: string, color: string | undefined): void {
    const colorOf = (name: string) => String(readField(this.value('channel'), name) ?? '')
    const [textColor, wasReadable] = [colorOf(text), isReadable(colorOf(text), colorOf(background))]
    this.change('channel', '', background, color)
    if (color && wasReadable && !isReadable(textColor, color))
      this.change('channel', '', text, suggestColor(textColor.toLowerCase(), color))
  }

  setValue(section: string, key: string, value: EntryValue): void {
    this.draft.set(entryId(section, key), value)
  }

  /** Add an entry at the end of its section, and return its key. */
  add(section: ListSection, name: string, value: EntryValue): string {
    const keys = this.keys(section)
    const key = createKey(name, new Set([...keys, ...this.savedKeys(section)]))
    this.setValue(section, key, { ...value, key })
    this.setOrder(section, [...keys, key])
    return key
  }

  /** Remove an entry. A rail also leaves the home page. */
  remove(section: ListSection, key: string): void {
    const sections = homeSections(this.value('channel'))
    const others = sections.filter(name => section !== RAILS || name !== `rail:${key}`)
    if (others.length < sections.length) this.change('channel', '', 'settings.home', others)
    if (section !== RAILS)
      this.setOrder(
        section,
        this.keys(section).filter(other => other !== key),
      )
    const id = entryId(section, key)
    if (this.saved.value?.has(id)) this.draft.set(id, null)
    else this.draft.delete(id)
  }

  /** Move an entry to another place. Slides then follow the order only, not their weights. */
  move(section: ListSection, from: number, to: number): void {
    const keys = this.keys(section)
    if (section === 'slides')
      for (const key of keys)
        if (this.value(section, key).weight) this.change(section, key, 'weight', undefined)
    this.setOrder(section, moveItem(keys, from, to))
  }

  /** The changed entries. */
  get edits(): readonly EntryEdit[] {
    return [...this.draft].flatMap(([id, value]) => {
      const saved = this.saved.value?.get(id)
      if (isSame(saved?.value ?? null, value)) return []
      const [section = '', key = ''] = id.slice(0, -1).split('[')
      return [{ section, key, value, version: saved?.version ?? null }]
    })
  }

  get isBusy(): boolean {
    return this.form.isBusy
  }

  /** Return the first error of a field or of a part of it. */
  errorOf(section: string, key: string, name: string): ErrorMessage | undefined {
    return errorsOf(this.errors, `${entryId(section, key)}.${name}`)[0]
  }

  /** Return the errors of the draft, by entry and field. */
  get errors(): FieldErrors {
    const { error } = this.preview
    const previewErrors = error instanceof HttpError ? error.errors : {}
    return this.edits.length ? { ...previewErrors, ...this.form.errors } : {}
  }

  get errorMessage(): ErrorMessage | null {
    return this.form.errorMessage
  }

  loadPreview(): Promise<void> {
    const { edits } = this
    this.form.setErrors({})
    // The texts are always there, so that the preview also shows an unchanged draft.
    const texts = this.saved.value?.get(entryId('texts'))
    const unchanged = texts ? [{ ...texts }] : []
    return this.preview.load(signal => this.api.preview(edits.length ? edits : unchanged, signal))
  }

  /** Publish the draft as one revision. Return whether it was published. */
  async publish(): Promise<boolean> {
    const { edits } = this
    const sent = await this.form.submit(async () => {
      try {
        await this.api.saveAll(edits)
        return true
      } catch (error) {
        const conflict = conflictOf(error)
        if (!conflict || !(error instanceof HttpError)) throw error
        const { section = '', key = '' } = error.problem as { section?: string; key?: string }
        runInAction(() => {
          this.conflict = { ...conflict, id: entryId(section, key) }
        })
        return false
      }
    })
    if (!sent?.result) return false
    await this.load()
    this.discard()
    return true
  }

  /** Forget the draft. */
  discard(): void {
    this.draft.clear()
    this.form.clear()
  }

  /** The draft of the entry that someone else changed. */
  get mine(): EntryValue {
    return (this.conflict && this.draft.get(this.conflict.id)) ?? {}
  }

  /** Publish over the version that someone else saved. */
  keepMine(): Promise<boolean> {
    this.acceptTheirs()
    return this.publish()
  }

  takeTheirs(): void {
    if (this.conflict) this.draft.delete(this.conflict.id)
    this.acceptTheirs()
  }

  closeConflict(): void {
    this.conflict = null
  }

  reset(): void {
    this.saved.clear()
    this.preview.clear()
    this.discard()
  }

  /** Replace the saved entry with the version that someone else saved. */
  private acceptTheirs(): void {
    const { conflict } = this
    this.closeConflict()
    if (!conflict) return
    this.saved.update(saved => {
      const { id, current: value, version } = conflict
      const [section = '', key = ''] = id.slice(0, -1).split('[')
      const entries = new Map(saved)
      if (value && version) entries.set(id, { section, key, value, version })
      else entries.delete(id)
      return entries
    })
  }

  private setOrder(section: ListSection, order: readonly string[]): void {
    if (section === RAILS) this.setRailWeights(order)
    else this.setValue(section, '', { order })
  }

  /** Give rails the weights of an order. A weight that fits stays. */
  private setRailWeights(order: readonly string[]): void {
    let below = -1
    for (const key of order.toReversed()) {
      const weight = this.weightOf(RAILS, key)
      const next = weight > below ? weight : below + WEIGHT_STEP
      if (next !== weight) this.change(RAILS, key, 'weight', next)
      below = next
    }
  }

  private weightOf(section: ListSection, key: string): number {
    return Number(this.value(section, key).weight ?? 0)
  }

  /** Return the keys of a section without an order of its own: the saved ones, then new ones. */
  private draftKeys(section: string): readonly string[] {
    const isOfSection = (id: string) => id.startsWith(`${section}[`)
    const ids = new Set([...(this.saved.value?.keys() ?? []), ...this.draft.keys()])
    return [...ids]
      .filter(id => isOfSection(id) && this.draft.get(id) !== null)
      .map(id => id.slice(section.length + 1, -1))
      .filter(Boolean)
  }

  private savedKeys(section: string): readonly string[] {
    return [...(this.saved.value?.values() ?? [])]
      .filter(entry => entry.section === section && entry.key)
      .map(entry => entry.key)
  }
}

const isSame = (saved: EntryValue | null, value: EntryValue | null) =>
  JSON.stringify(sorted(saved)) === JSON.stringify(sorted(value))

/** Return a value with its names in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => a.localeCompare(b)).map(([name, part]) => [name, sorted(part)]),
  )
}

/** Return the home page's sections of a draft. */
export const homeSections = (channel: EntryValue): readonly string[] =>
  (readField(channel, 'settings.home') as readonly string[] | undefined) ?? Object.keys(HOME_SECTIONS)

export const brandStore = (api: Api) => new BrandStore(new BrandApi(api))
