import type { FormDefinition } from '@/shared/contexts/forms'
import type { ContentRef } from '@/shared/contexts/slots'
import { isNotFound } from '@/shared/http/errors'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type {
  Favorite,
  FavoriteType,
  FormAnswers,
  NotificationSettings,
  Position,
  Reminder,
  ReminderType,
  StoppedNotification,
} from './model'

const NO_LIMIT = { no_limit: 1 }
/** The number of positions to load. Viewers rarely look for older ones. */
const MAX_POSITIONS = 100

/** The requests for favorites, reminders, positions, emails and forms (§7; api.md). */
export class EngagementApi {
  constructor(private readonly api: Api) {}

  async favorites(signal?: AbortSignal): Promise<Favorite[]> {
    return (await this.api.get<ListResponse<Favorite>>('/favorites', NO_LIMIT, withoutGlobalError(signal)))
      .data
  }

  async addFavorite(type: FavoriteType, id: number): Promise<Favorite> {
    const body = { favoritable_type: type, favoritable_id: id }
    return (await this.api.post<ItemResponse<Favorite>>('/favorite', body, withoutGlobalError())).data
  }

  async removeFavorite(id: number): Promise<void> {
    await ignoreNotFound(this.api.delete(`/favorite/${id}`, {}, withoutGlobalError()))
  }

  async reminders(signal?: AbortSignal): Promise<Reminder[]> {
    return (await this.api.get<ListResponse<Reminder>>('/reminders', NO_LIMIT, withoutGlobalError(signal)))
      .data
  }

  /** Add a reminder unless there is one. With `scoreAlerts`, turn its score alerts on or off. */
  async addReminder(type: ReminderType, id: number, scoreAlerts?: boolean): Promise<Reminder> {
    const body = { about_type: type, about_id: id, score_alerts: scoreAlerts }
    return (await this.api.post<ItemResponse<Reminder>>('/reminder', body, withoutGlobalError())).data
  }

  async removeReminder(id: number): Promise<void> {
    await ignoreNotFound(this.api.delete(`/reminder/${id}`, {}, withoutGlobalError()))
  }

  /** Return the watch positions of the viewer, newest first. With `content`, return only its position. */
  async positions(content?: ContentRef, signal?: AbortSignal): Promise<Position[]> {
    const query = content ? { kind: content.kind, item_id: content.id } : { limit: MAX_POSITIONS }
    return (await this.api.get<ListResponse<Position>>('/watch-positions', query, withoutGlobalError(signal)))
      .data
  }

  /** Save a watch position in seconds. With `leaving`, the request outlives the page (`keepalive`). */
  async savePosition(
    { kind, id }: ContentRef,
    position: number,
    duration: number,
    leaving = false,
  ): Promise<void> {
    const body = { kind, item_id: id, position, duration }
    await this.api.post('/watch-position', body, { ...withoutGlobalError(), keepalive: leaving })
  }

  async removePosition({ kind, id }: ContentRef): Promise<void> {
    await ignoreNotFound(this.api.delete(`/watch-position/${kind}/${id}`, {}, withoutGlobalError()))
  }

  async notificationSettings(signal?: AbortSignal): Promise<NotificationSettings> {
    return (
      await this.api.get<ItemResponse<NotificationSettings>>('/news-settings', {}, withoutGlobalError(signal))
    ).data
  }

  async saveNotificationSettings(settings: NotificationSettings): Promise<NotificationSettings> {
    return (
      await this.api.post<ItemResponse<NotificationSettings>>(
        '/news-settings',
        { ...settings },
        withoutGlobalError(),
      )
    ).data
  }

  /** Return the server's public key for web push, or null if the server sends no push messages. */
  async pushKey(signal?: AbortSignal): Promise<string | null> {
    const { data } = await this.api.get<ItemResponse<{ public_key: string | null }>>(
      '/push/key',
      {},
      withoutGlobalError(signal),
    )
    return data.public_key
  }

  async addPush(endpoint: string, keys: { p256dh: string; auth: string }): Promise<void> {
    await this.api.post('/push/subscription', { endpoint, keys }, withoutGlobalError())
  }

  async removePush(endpoint: string): Promise<void> {
    await ignoreNotFound(
      this.api.post('/push/subscription', { endpoint, _method: 'delete' }, withoutGlobalError()),
    )
  }

  /** Unsubscribe with the token of an email and return what was stopped. This needs no login. */
  async unsubscribe(token: string): Promise<StoppedNotification> {
    return (
      await this.api.post<ItemResponse<StoppedNotification>>(
        '/news/unsubscribe',
        { token },
        withoutGlobalError(),
      )
    ).data
  }

  async form(alias: string, signal?: AbortSignal): Promise<FormDefinition> {
    const path = `/custom-forms/${encodeURIComponent(alias)}`
    return (await this.api.get<ItemResponse<FormDefinition>>(path, {}, withoutGlobalError(signal))).data
  }

  async sendForm(alias: string, fields: FormAnswers, robotToken?: string): Promise<void> {
    const path = `/custom-forms/${encodeURIComponent(alias)}`
    await this.api.post(path, { fields, robot_token: robotToken }, withoutGlobalError())
  }
}

/** Ignore a "not found" response to a removal, because the item is already removed. */
async function ignoreNotFound(removal: Promise<unknown>): Promise<void> {
  await removal.catch(error => {
    if (!isNotFound(error)) throw error
  })
}
