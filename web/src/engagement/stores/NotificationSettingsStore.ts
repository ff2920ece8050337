import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { EngagementApi } from '../api'
import type { NotificationSettings } from '../model'

/** The hours that are offered to whoever turns quiet hours on. */
export const QUIET_FROM = '22:00'
export const QUIET_TO = '07:00'

const EMPTY: NotificationSettings = {
  by_mail: true,
  by_push: false,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
}

/** How the viewer wants to be told of what they follow. */
export class NotificationSettingsStore {
  readonly settings = new AsyncValue<NotificationSettings>()
  readonly form = new Form<NotificationSettings>(EMPTY)

  constructor(private readonly api: EngagementApi) {}

  async load(): Promise<void> {
    await this.settings.load(signal => this.api.notificationSettings(signal))
    if (this.settings.value) this.fillForm(this.settings.value)
  }

  /** Turns the quiet hours on, with hours that suit most by the clock of `zone`, or off. */
  setQuietHours(quiet: boolean, zone: string): void {
    if (quiet) this.form.change('time_zone', zone)
    this.form.change('quiet_from', quiet ? QUIET_FROM : null)
    this.form.change('quiet_to', quiet ? QUIET_TO : null)
  }

  /** Saves what was changed; true where the server took it. */
  async save(): Promise<boolean> {
    const sent = await this.form.submit(values => this.api.saveNotificationSettings(values))
    if (!sent) return false
    await this.settings.load(async () => sent.answer)
    this.fillForm(sent.answer)
    return true
  }

  /**
   * Saves one thing at once, beside what the server has: as turning push on does. What else was changed in the
   * form is neither saved nor lost.
   *
   * @throws HttpError where the server does not take it.
   */
  async change(change: Partial<NotificationSettings>): Promise<void> {
    const before = this.settings.value ?? (await this.api.notificationSettings())
    const saved = await this.api.saveNotificationSettings({ ...before, ...change })
    await this.settings.load(async () => saved)
    this.fillForm(change)
  }

  reset(): void {
    this.settings.clear()
    this.form.clear()
  }

  private fillForm(settings: Partial<NotificationSettings>): void {
    for (const [name, value] of Object.entries(settings)) {
      this.form.change(name as keyof NotificationSettings, value as never)
    }
  }
}

export const notificationSettingsStore = (api: Api) => new NotificationSettingsStore(new EngagementApi(api))
