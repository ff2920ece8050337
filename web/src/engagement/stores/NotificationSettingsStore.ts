import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import { EngagementApi } from '../api'
import type { NotificationSettings } from '../model'

/** The default quiet hours. */
export const QUIET_FROM = '22:00'
export const QUIET_TO = '07:00'

const EMPTY: NotificationSettings = {
  by_mail: true,
  by_push: false,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
}

/** The viewer's notification settings and their form. */
export class NotificationSettingsStore {
  readonly settings = new AsyncValue<NotificationSettings>()
  readonly form = new Form<NotificationSettings>(EMPTY)

  constructor(private readonly api: EngagementApi) {}

  async load(): Promise<void> {
    await this.settings.load(signal => this.api.notificationSettings(signal))
    if (this.settings.value) this.fillForm(this.settings.value)
  }

  /** Turn quiet hours on with the default hours in the time zone `zone`, or turn them off. */
  setQuietHours(quiet: boolean, zone: string): void {
    if (quiet) this.form.change('time_zone', zone)
    this.form.change('quiet_from', quiet ? QUIET_FROM : null)
    this.form.change('quiet_to', quiet ? QUIET_TO : null)
  }

  /** Save the form and return whether the server accepted it. */
  async save(): Promise<boolean> {
    const result = await this.form.submit(values => this.api.saveNotificationSettings(values))
    if (!result) return false
    await this.settings.load(async () => result.result)
    this.fillForm(result.result)
    return true
  }

  /**
   * Save one change at once, for example when push is turned on. Other unsaved changes of the form stay unsaved.
   *
   * @throws HttpError if the server rejects it.
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
