import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import { Form } from '@/shared/stores/Form'
import { type Conflict, conflictOf, type Entry, type EntryValue } from '@/shared/studio/entries'
import { createKey, toTexts } from '@/shared/studio/localizedText'
import { type ContentSection, readField, withField } from '../contentSections'
import type { EntriesStore } from './EntriesStore'

/** The form of one entry. If someone else changed the entry, `conflict` is their version. */
export class ContentEditor {
  readonly form: Form<{ value: EntryValue }>
  conflict: Conflict | null = null
  private version: string | null
  private saved: EntryValue

  /** `entry` is null for a new one. `usedKeys` are the keys of its section. */
  constructor(
    private readonly store: EntriesStore,
    private readonly section: ContentSection,
    private readonly entry: Entry | null,
    private readonly mainLanguage: string,
    private readonly usedKeys: ReadonlySet<string> = new Set(),
  ) {
    this.saved = entry?.value ?? {}
    this.version = entry?.version ?? null
    this.form = new Form({ value: this.saved })
    makeObservable<this, 'saved'>(this, {
      conflict: observableRef,
      saved: observableRef,
      isChanged: computed,
      change: action,
      takeTheirs: action,
      closeConflict: action,
    })
  }

  get value(): EntryValue {
    return this.form.values.value
  }

  get isChanged(): boolean {
    return this.value !== this.saved
  }

  change(name: string, field: unknown): void {
    const errors = Object.entries(this.form.errors).filter(([path]) => !isErrorOf(path, name))
    this.form.change('value', withField(this.value, name, field))
    this.form.setErrors(Object.fromEntries(errors))
  }

  /** Return the first error of a field or of a part of it. */
  errorOf(name: string): ErrorMessage | undefined {
    return Object.entries(this.form.errors).find(([path]) => isErrorOf(path, name))?.[1][0]
  }

  /** Return the errors that belong to no field of the form. */
  get otherErrors(): ErrorMessage[] {
    const names = this.section.fields.map(({ name }) => name)
    return Object.entries(this.form.errors)
      .filter(([path]) => !names.some(name => isErrorOf(path, name)))
      .flatMap(([, messages]) => messages)
  }

  /** Save the entry. Return it, or null after an error, which the form shows. */
  async save(): Promise<Entry | null> {
    const { section } = this.section
    const key = this.entry?.key ?? this.createKey()
    const sent = await this.form.submit(({ value }) =>
      this.send(section, key, this.entry ? value : { ...value, key }),
    )
    const saved = sent?.result ?? null
    if (saved) {
      runInAction(() => this.accept(saved))
      this.store.put(saved)
    }
    return saved
  }

  /** Save this version over theirs. */
  keepMine(): Promise<Entry | null> {
    if (this.conflict) this.version = this.conflict.version
    this.closeConflict()
    return this.save()
  }

  /** Discard this version and show theirs. */
  takeTheirs(): void {
    const { conflict } = this
    this.form.clear()
    if (conflict?.current) this.accept({ value: conflict.current, version: conflict.version })
    this.conflict = null
  }

  closeConflict(): void {
    this.conflict = null
  }

  private accept({ value, version }: { value: EntryValue; version: string | null }): void {
    this.saved = value
    this.version = version
    this.form.change('value', value)
  }

  /** Return the saved entry, or null if someone else changed it first. */
  private async send(section: string, key: string, value: EntryValue): Promise<Entry | null> {
    try {
      return await this.store.api.save(section, key, value, this.version)
    } catch (error) {
      const conflict = this.entry && conflictOf(error)
      if (!conflict) throw error
      runInAction(() => {
        this.conflict = conflict
      })
      return null
    }
  }

  private createKey(): string {
    const texts = toTexts(readField(this.value, this.section.nameField), this.mainLanguage)
    return createKey(texts[this.mainLanguage] ?? Object.values(texts)[0] ?? '', this.usedKeys)
  }
}

/** Return whether an error at `path` (`name.fr`, `colors[1]`) concerns a field. */
const isErrorOf = (path: string, name: string) =>
  path === name || (path.startsWith(name) && '.['.includes(path.charAt(name.length)))
