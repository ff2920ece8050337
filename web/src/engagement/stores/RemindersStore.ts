import type { Api } from '@/shared/http/session'
import { EngagementApi } from '../api'
import type { Reminder, ReminderType } from '../model'
import { OptimisticToggleStore } from './OptimisticToggleStore'

/** The reminders of the viewer: games, teams, schools and sports that notify when they go live. */
export class RemindersStore extends OptimisticToggleStore<Reminder> {
  constructor(api: EngagementApi) {
    super({
      list: signal => api.reminders(signal),
      add: ({ type, id }) => api.addReminder(type as ReminderType, id),
      remove: ({ id }) => api.removeReminder(id),
      targetOf: ({ about_type, about_id }) => ({ type: about_type, id: about_id }),
    })
  }
}

export const remindersStore = (api: Api) => new RemindersStore(new EngagementApi(api))
