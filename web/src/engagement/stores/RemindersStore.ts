import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { EngagementApi } from '../api'
import { contentKey, type Reminder, type ReminderType } from '../model'
import { OptimisticToggleStore, type ToggleTarget } from './OptimisticToggleStore'

/** The reminders of the viewer: games, teams, schools and sports that notify when they go live. */
export class RemindersStore extends OptimisticToggleStore<Reminder> {
  /** The wanted score alerts of each item whose change the server has not confirmed. */
  private pendingAlerts: ReadonlyMap<string, boolean> = new Map()

  constructor(private readonly reminders: EngagementApi) {
    super({
      list: signal => reminders.reminders(signal),
      add: ({ type, id }) => reminders.addReminder(type as ReminderType, id),
      remove: ({ id }) => reminders.removeReminder(id),
      targetOf: ({ about_type, about_id }) => ({ type: about_type, id: about_id }),
    })
    makeObservable<RemindersStore, 'pendingAlerts' | 'setPendingAlerts'>(this, {
      pendingAlerts: observableRef,
      setPendingAlerts: action,
    })
  }

  /** Return whether the viewer gets score alerts of an item, including pending changes. */
  hasScoreAlerts({ type, id }: ToggleTarget): boolean {
    const key = contentKey(type, id)
    const row = this.rows.find(({ about_type, about_id }) => contentKey(about_type, about_id) === key)
    return this.pendingAlerts.get(key) ?? row?.score_alerts ?? false
  }

  /**
   * Turn the score alerts of an item on or off. An item without a reminder gets one.
   *
   * @throws HttpError if the server rejects it; the previous state is then restored.
   */
  async setScoreAlerts({ type, id }: ToggleTarget, isOn: boolean): Promise<void> {
    const key = contentKey(type, id)
    this.setPendingAlerts(key, isOn)
    try {
      const saved = await this.reminders.addReminder(type as ReminderType, id, isOn)
      if (this.pendingAlerts.has(key)) this.applyRow(key, saved)
    } finally {
      this.setPendingAlerts(key, null)
    }
  }

  override reset(): void {
    super.reset()
    for (const key of this.pendingAlerts.keys()) this.setPendingAlerts(key, null)
  }

  /** Set the pending state of an item. Null means that nothing is pending. */
  private setPendingAlerts(key: string, isOn: boolean | null): void {
    const pending = new Map(this.pendingAlerts)
    if (isOn === null) pending.delete(key)
    else pending.set(key, isOn)
    this.pendingAlerts = pending
  }
}

export const remindersStore = (api: Api) => new RemindersStore(new EngagementApi(api))
