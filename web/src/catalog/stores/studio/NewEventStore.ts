import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { ErrorMessage, FieldErrors } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { conflictOf, type EntryValue } from '@/shared/studio/entries'
import type { CatalogStore } from '../../CatalogStore'
import { createKey, type EventForm, emptyForm, NO_RESULT, toForm, toValue } from '../../eventForm'
import { type ScheduleStore, scheduleStore } from './ScheduleStore'

/** How many keys are tried, if other events have them. */
const MAX_KEYS = 9
/** Minutes between two games of a doubleheader. */
const BREAK_MINUTES = 30
/** The fields of an entry that only belong to that event. */
const OWN_FIELDS = [
  'key',
  'score',
  'status',
  'postponed_to',
  'label',
  'simulate_at',
  'demo_footage',
  'demo_live',
]
/** The fields of the form that a new event takes over from the latest one of its category. */
const DEFAULTS = ['minutes', 'pass', 'price', 'fee', 'location'] as const

interface Start {
  /** The key of the event to copy. */
  from: string | null
  date: string
  /** Whether the copy is the second game of a doubleheader. */
  isSecond: boolean
}

/** The form of a new event. */
export class NewEventStore {
  form: EventForm = emptyForm()
  /** The key of the event whose duration, price and place the form took over. */
  defaultsFrom: string | null = null
  private copied: EntryValue = {}
  private readonly request = new Form({})

  constructor(
    private readonly schedule: ScheduleStore,
    private readonly channel: { readonly language: string; readonly time_zone: string },
  ) {
    makeObservable(this, {
      form: observableRef,
      defaultsFrom: observableRef,
      change: action,
      clearTeams: action,
      reset: action,
    })
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

  /** Begin with an empty form, or with a copy of an event. */
  async start({ from, date, isSecond }: Start): Promise<void> {
    runInAction(() => {
      const { category } = this.form
      this.reset()
      this.form = emptyForm({ date, category: from ? '' : category })
    })
    if (!from) return
    const loaded = await this.request.submit(() => this.schedule.entries.get('events', from))
    if (loaded) runInAction(() => this.copy(loaded.result.value, isSecond))
  }

  change(changes: Partial<EventForm>): void {
    this.form = { ...this.form, ...changes }
    this.request.clear()
  }

  /** Take over duration, price and place from the latest event of the category. */
  async applyDefaults(categoryId: number): Promise<void> {
    const latest = await this.schedule.latestEntry(categoryId).catch(() => null)
    if (!latest || latest.value.category !== this.form.category) return
    const { language, time_zone: timeZone } = this.channel
    const source = toForm(latest.value, language, timeZone)
    const defaults = Object.fromEntries(DEFAULTS.map(name => [name, source[name]])) as Partial<EventForm>
    runInAction(() => {
      this.form = {
        ...this.form,
        ...defaults,
        ...(this.form.location ? { location: this.form.location } : {}),
      }
      this.defaultsFrom = latest.key
    })
  }

  /** Keep everything but the teams and the title, for the next event of that day. */
  clearTeams(): void {
    this.form = { ...this.form, away: '', home: '', name: {} }
  }

  /** Save the event under a key that no other event has. Return the key, or null after an error. */
  async save(): Promise<string | null> {
    const saved = await this.request.submit(() => this.create(createKey(this.form, this.channel.language)))
    return saved?.result ?? null
  }

  reset(): void {
    this.form = emptyForm()
    this.request.clear()
    this.defaultsFrom = null
    this.copied = {}
  }

  private async create(base: string, attempt = 1): Promise<string> {
    const key = attempt === 1 ? base : `${base}-${attempt}`
    try {
      await this.schedule.entries.save('events', key, { ...toValue(this.form, this.copied), key }, null)
      return key
    } catch (error) {
      if (!conflictOf(error) || attempt === MAX_KEYS) throw error
      return this.create(base, attempt + 1)
    }
  }

  private copy(value: EntryValue, isSecond: boolean): void {
    const { language, time_zone: timeZone } = this.channel
    const form = toForm(value, language, timeZone)
    this.copied = Object.fromEntries(Object.entries(value).filter(([name]) => !OWN_FIELDS.includes(name)))
    const time = isSecond ? addMinutes(form.time, Number(form.minutes) + BREAK_MINUTES) : form.time
    const date = isSecond ? form.date : ''
    const replay = form.replay === 'window' ? 'always' : form.replay
    this.form = { ...form, date, time, isTimeKnown: true, label: {}, ...NO_RESULT, replay }
  }
}

/** Return a later time of the same day. */
function addMinutes(time: string, minutes: number): string {
  const [hours = 0, minute = 0] = time.split(':').map(Number)
  const total = Math.min(hours * 60 + minute + minutes, 23 * 60 + 59)
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

export const newEventStore = (_api: Api, catalog: CatalogStore) =>
  new NewEventStore(catalog.resolve(scheduleStore), catalog.shell.channel.settings)
