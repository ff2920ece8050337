import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import type { ErrorMessage, FieldErrors } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import {
  type Confirmation,
  type Conflict,
  conflictOf,
  type EntriesApi,
  type Entry,
  type EntryValue,
  effectsOf,
  type OrderEffect,
} from './entries'
import { errorsBeside, errorsOf } from './fieldErrors'

/** A change that waits for a decision: which version counts, or what happens to paid orders. Null removes. */
export interface PendingChange {
  value: EntryValue | null
  conflict: Conflict | null
  effects: readonly OrderEffect[] | null
}

/** One entry of the document while an operator edits it. */
export class EntryEditor {
  readonly entry = new AsyncValue<Entry>()
  pending: PendingChange | null = null
  private draft: EntryValue | null = null
  private readonly request = new Form({})

  /** `entry` is the entry if it is loaded already. The key of a new entry may be set until it is saved. */
  constructor(
    protected readonly api: EntriesApi,
    readonly section: string,
    public key: string,
    entry?: Entry,
  ) {
    makeObservable<this, 'draft'>(this, {
      pending: observableRef,
      draft: observableRef,
      value: computed,
      change: action,
      dismiss: action,
      takeTheirs: action,
    })
    if (entry) this.setEntry(entry)
  }

  /** The value with the changes that are not saved. */
  get value(): EntryValue {
    return this.draft ?? this.entry.value?.value ?? {}
  }

  get isChanged(): boolean {
    return this.draft !== null
  }

  get isBusy(): boolean {
    return this.request.isBusy
  }

  get errors(): FieldErrors {
    return this.request.errors
  }

  get errorMessage(): ErrorMessage | null {
    return this.request.errorMessage
  }

  /** Return the messages at a field or a part of it. */
  errorsOf(field: string): ErrorMessage[] {
    return errorsOf(this.errors, field)
  }

  /** Return the messages at none of these fields. */
  errorsBeside(fields: readonly string[]): ErrorMessage[] {
    return Object.values(errorsBeside(this.errors, fields)).flat()
  }

  /** Replace the value without saving it. The messages at the changed field are forgotten. */
  change(field: string, value: EntryValue): void {
    this.draft = value
    this.request.setErrors(errorsBeside(this.errors, [field]))
  }

  load(): Promise<void> {
    return this.entry.load(signal => this.api.get(this.section, this.key, signal))
  }

  /** Save a value. Return whether it was saved. Otherwise `pending` or the errors say why not. */
  save(value: EntryValue, confirmation?: Confirmation): Promise<boolean> {
    const version = this.entry.value?.version || null
    return this.send(value, async () => {
      const saved = await this.api.save(this.section, this.key, value, version, confirmation)
      runInAction(() => this.setEntry(saved))
    })
  }

  /** Remove the entry. Return whether it was removed. */
  remove(confirmation?: Confirmation): Promise<boolean> {
    const version = this.entry.value?.version ?? ''
    return this.send(null, () => this.api.remove(this.section, this.key, version, confirmation))
  }

  /** Repeat the pending change with the operator's confirmation. */
  async confirm(refund: boolean): Promise<boolean> {
    const { pending } = this
    if (!pending) return false
    const confirmation = { confirm: true, refund }
    return pending.value ? this.save(pending.value, confirmation) : this.remove(confirmation)
  }

  /** Save the operator's own value over the version that someone else saved. */
  async saveMine(): Promise<boolean> {
    const { pending } = this
    if (!pending?.conflict || !pending.value) return false
    const { current, version } = pending.conflict
    runInAction(() => {
      if (current && version) this.setEntry({ ...this.ref, value: current, version }, pending.value)
      else this.entry.clear()
    })
    return this.save(pending.value)
  }

  /** Show the version that someone else saved. */
  takeTheirs(): void {
    const conflict = this.pending?.conflict
    this.dismiss()
    this.draft = null
    if (conflict?.current && conflict.version)
      this.setEntry({ ...this.ref, value: conflict.current, version: conflict.version })
  }

  /** Forget the pending change and the errors. */
  dismiss(): void {
    this.pending = null
    this.request.clear()
  }

  protected get ref() {
    return { section: this.section, key: this.key }
  }

  protected setEntry(entry: Entry, draft: EntryValue | null = null): void {
    this.draft = draft
    this.entry.state = { kind: 'loaded', value: entry }
  }

  private async send(value: EntryValue | null, request: () => Promise<void>): Promise<boolean> {
    const sent = await this.request.submit(async () => {
      try {
        await request()
      } catch (error) {
        this.setPending(value, conflictOf(error), effectsOf(error))
        if (this.pending) return false
        throw error
      }
      runInAction(() => this.dismiss())
      return true
    })
    return sent?.result ?? false
  }

  private setPending(
    value: EntryValue | null,
    conflict: Conflict | null,
    effects: readonly OrderEffect[] | null,
  ): void {
    runInAction(() => {
      this.pending = conflict || effects ? { value, conflict, effects } : null
    })
  }
}
