import { isNotFound } from '@/shared/http/errors'
import type { Api, CallOptions, Many, One } from '@/shared/http/session'
import type { Watched } from '@/shared/parts'
import type {
  Answers,
  Favorite,
  FavoriteType,
  FormDefinition,
  NewsSettings,
  Position,
  Reminder,
  ReminderType,
  Stopped,
} from './model'

/** Screens and parts of this context show their own errors: no global notice. */
const QUIET: CallOptions = { crash: [] }
const ALL = { no_limit: 1 }
/** Who has begun more than these does not look for the rest. */
const MOST_BEGUN = 100

/** The calls of what a viewer follows and says (§7, "Favourites", "Custom form"; api.md). */
export class EngagementApi {
  constructor(private readonly api: Api) {}

  async favorites(signal?: AbortSignal): Promise<Favorite[]> {
    return (await this.api.get<Many<Favorite>>('/favorites', ALL, { ...QUIET, signal })).data
  }

  async addFavorite(type: FavoriteType, id: number): Promise<Favorite> {
    const body = { favoritable_type: type, favoritable_id: id }
    return (await this.api.post<One<Favorite>>('/favorite', body, QUIET)).data
  }

  async removeFavorite(id: number): Promise<void> {
    await gone(this.api.delete(`/favorite/${id}`, {}, QUIET))
  }

  async reminders(signal?: AbortSignal): Promise<Reminder[]> {
    return (await this.api.get<Many<Reminder>>('/reminders', ALL, { ...QUIET, signal })).data
  }

  async addReminder(type: ReminderType, id: number): Promise<Reminder> {
    const body = { about_type: type, about_id: id }
    return (await this.api.post<One<Reminder>>('/reminder', body, QUIET)).data
  }

  async removeReminder(id: number): Promise<void> {
    await gone(this.api.delete(`/reminder/${id}`, {}, QUIET))
  }

  /** Where the viewer stopped, newest first; of one thing where it is named. */
  async positions(of?: Watched, signal?: AbortSignal): Promise<Position[]> {
    const query = of ? { kind: of.kind, item_id: of.id } : { limit: MOST_BEGUN }
    return (await this.api.get<Many<Position>>('/watch-positions', query, { ...QUIET, signal })).data
  }

  /** Tells where watching is; with `leaving`, although the page goes away. */
  async keepPosition(
    { kind, id }: Watched,
    position: number,
    duration: number,
    leaving = false,
  ): Promise<void> {
    const body = { kind, item_id: id, position, duration }
    await this.api.post('/watch-position', body, { ...QUIET, outliving: leaving })
  }

  async forgetPosition({ kind, id }: Watched): Promise<void> {
    await gone(this.api.delete(`/watch-position/${kind}/${id}`, {}, QUIET))
  }

  async newsSettings(signal?: AbortSignal): Promise<NewsSettings> {
    return (await this.api.get<One<NewsSettings>>('/news-settings', {}, { ...QUIET, signal })).data
  }

  async saveNewsSettings(settings: NewsSettings): Promise<NewsSettings> {
    return (await this.api.post<One<NewsSettings>>('/news-settings', { ...settings }, QUIET)).data
  }

  /** The server's public key for web push; null where it sends none. */
  async pushKey(signal?: AbortSignal): Promise<string | null> {
    const { data } = await this.api.get<One<{ public_key: string | null }>>(
      '/push/key',
      {},
      { ...QUIET, signal },
    )
    return data.public_key
  }

  async addPush(endpoint: string, keys: { p256dh: string; auth: string }): Promise<void> {
    await this.api.post('/push/subscription', { endpoint, keys }, QUIET)
  }

  async removePush(endpoint: string): Promise<void> {
    await gone(this.api.post('/push/subscription', { endpoint, _method: 'delete' }, QUIET))
  }

  /** What the link of a letter stops; nobody need be logged in. */
  async unsubscribe(token: string): Promise<Stopped> {
    return (await this.api.post<One<Stopped>>('/news/unsubscribe', { token }, QUIET)).data
  }

  async form(alias: string, signal?: AbortSignal): Promise<FormDefinition> {
    const path = `/custom-forms/${encodeURIComponent(alias)}`
    return (await this.api.get<One<FormDefinition>>(path, {}, { ...QUIET, signal })).data
  }

  async sendForm(alias: string, fields: Answers, robotToken?: string): Promise<void> {
    const path = `/custom-forms/${encodeURIComponent(alias)}`
    await this.api.post(path, { fields, robot_token: robotToken }, QUIET)
  }
}

/** What is not there any more is away, as was wanted. */
async function gone(removal: Promise<unknown>): Promise<void> {
  await removal.catch(error => {
    if (!isNotFound(error)) throw error
  })
}
