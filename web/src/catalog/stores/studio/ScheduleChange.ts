import { makeObservable, observableRef, runInAction } from 'mobx'
import { Form } from '@/shared/stores/Form'
import { effectsOf, type OrderEffect } from '@/shared/studio/entries'
import type { ScheduleAction, ScheduleApi, ScheduleChange as ScheduleResult } from '../../scheduleApi'

interface Values {
  date: string
  time: string
  isDateKnown: boolean
  refund: boolean
}

/** A cancellation, postponement or reinstatement of an event, and what it does to paid orders. */
export class ScheduleChange {
  readonly form = new Form<Values>({ date: '', time: '', isDateKnown: true, refund: true })
  /** The paid orders that the change affects. Null until the server has listed them. */
  effects: readonly OrderEffect[] | null = null

  constructor(
    private readonly api: ScheduleApi,
    private readonly key: string,
    private readonly kind: ScheduleAction,
  ) {
    makeObservable(this, { effects: observableRef })
  }

  /** Make the change. Return what it did, or null if buyers are affected and nobody has confirmed, or after an error. */
  async submit(): Promise<ScheduleResult | null> {
    const sent = await this.form.submit(async ({ date, time, isDateKnown, refund }) => {
      const confirmation = this.effects ? { confirm: true, refund } : null
      const to = this.kind === 'postpone' && isDateKnown ? `${date} ${time}`.trim() : null
      try {
        return await this.api.change(this.key, this.kind, confirmation, to)
      } catch (error) {
        const effects = effectsOf(error)
        if (!effects) throw error
        runInAction(() => {
          this.effects = effects
        })
        return null
      }
    })
    return sent?.result ?? null
  }
}
