import type { Api } from '@/shared/http/session'
import { EngagementApi } from '../api'
import type { Reminder, ReminderType } from '../model'
import { OptimisticToggleStore } from './OptimisticToggleStore'

/** What the viewer wants to be told of when it goes live: games, teams, schools, sports. */
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
