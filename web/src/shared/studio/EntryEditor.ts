import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, type FieldErrors, HttpError } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
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

/** A change that waits for a decision: which version counts, or what happens to paid orders. Null removes. */
export interface PendingChange {
  value: EntryValue | null
  conflict: Conflict | null
  effects: readonly OrderEffect[] | null
}

/** One entry of the document while an operator edits it. */
export class EntryEditor {
  readonly entry = new AsyncValue<Entry>()
  isBusy = false
  errors: FieldErrors = {}
  errorMessage: ErrorMessage | null = null
  pending: PendingChange | null = null

  constructor(
    private readonly api: EntriesApi,
    readonly section: string,
    readonly key: string,
  ) {
    makeObservable(this, {
      isBusy: observableRef,
      errors: observableRef,
      errorMessage: observableRef,
      pending: observableRef,
      dismiss: action,
      takeTheirs: action,
    })
  }

  load(): Promise<void> {
    return this.entry.load(signal => this.api.get(this.section, this.key, signal))
  }

  /** Save a value. Return whether it was saved. Otherwise `pending` or the errors say why not. */
  save(value: EntryValue, confirmation?: Confirmation): Promise<boolean> {
    const version = this.entry.value?.version ?? null
    return this.send(value, async () => {
      const saved = await this.api.save(this.section, this.key, value, version, confirmation)
      this.setEntry(saved)
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
    if (current && version) this.setEntry({ ...this.ref, value: current, version })
    else this.entry.clear()
    return this.save(pending.value)
  }

  /** Show the version that someone else saved. */
  takeTheirs(): void {
    const conflict = this.pending?.conflict
    this.dismiss()
    if (conflict?.current && conflict.version)
      this.setEntry({ ...this.ref, value: conflict.current, version: conflict.version })
  }

  /** Forget the pending change and the errors. */
  dismiss(): void {
    this.pending = null
    this.errors = {}
    this.errorMessage = null
  }

  private get ref() {
    return { section: this.section, key: this.key }
  }

  private setEntry(entry: Entry): void {
    if (this.entry.value) this.entry.update(() => entry)
    else void this.entry.load(async () => entry)
  }

  private async send(value: EntryValue | null, request: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false
    runInAction(() => {
      this.isBusy = true
      this.errors = {}
      this.errorMessage = null
    })
    try {
      await request()
      runInAction(() => this.dismiss())
      return true
    } catch (error) {
      runInAction(() => this.fail(value, error))
      return false
    } finally {
      runInAction(() => {
        this.isBusy = false
      })
    }
  }

  private fail(value: EntryValue | null, error: unknown): void {
    const conflict = conflictOf(error)
    const effects = effectsOf(error)
    this.pending = conflict || effects ? { value, conflict, effects } : null
    if (this.pending) return
    this.errors = error instanceof HttpError ? error.errors : {}
    if (Object.keys(this.errors).length === 0)
      this.errorMessage = error instanceof HttpError ? error.errorMessage : UNKNOWN_ERROR
  }
}
