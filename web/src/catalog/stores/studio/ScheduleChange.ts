import { action, makeObservable, observableRef, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { effectsOf, type OrderEffect } from '@/shared/studio/entries'
import type { ScheduleAction, ScheduleApi, ScheduleChange as ScheduleResult } from '../../scheduleApi'

/** A cancellation, postponement or reinstatement of an event, and what it does to paid orders. */
export class ScheduleChange {
  date = ''
  time = ''
  isTimeKnown = true
  refund = true
  /** The paid orders that the change affects. Null until the server has listed them. */
  effects: readonly OrderEffect[] | null = null
  isBusy = false
  error: ErrorMessage | null = null

  constructor(
    private readonly api: ScheduleApi,
    private readonly key: string,
    private readonly kind: ScheduleAction,
  ) {
    makeObservable(this, {
      date: observableRef,
      time: observableRef,
      isTimeKnown: observableRef,
      refund: observableRef,
      effects: observableRef,
      isBusy: observableRef,
      error: observableRef,
      set: action,
    })
  }

  set(values: Partial<Pick<ScheduleChange, 'date' | 'time' | 'isTimeKnown' | 'refund'>>): void {
    Object.assign(this, values)
  }

  /** Make the change. Return what it did, or null if buyers are affected and nobody has confirmed, or after an error. */
  async submit(): Promise<ScheduleResult | null> {
    if (this.isBusy) return null
    runInAction(() => {
      this.isBusy = true
      this.error = null
    })
    const confirmation = this.effects ? { confirm: true, refund: this.refund } : null
    const to = this.kind === 'postpone' && this.isTimeKnown ? `${this.date} ${this.time}` : null
    try {
      return await this.api.change(this.key, this.kind, confirmation, to)
    } catch (error) {
      const effects = effectsOf(error)
      runInAction(() => {
        if (effects) this.effects = effects
        else this.error = error instanceof HttpError ? error.errorMessage : UNKNOWN_ERROR
      })
      return null
    } finally {
      runInAction(() => {
        this.isBusy = false
      })
    }
  }
}
