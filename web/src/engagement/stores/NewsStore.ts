import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { Latest } from '@/shared/stores/Latest'
import { EngagementApi } from '../api'
import type { NewsSettings } from '../model'

/** The hours that are offered to whoever turns quiet hours on. */
export const QUIET_FROM = '22:00'
export const QUIET_TO = '07:00'

const EMPTY: NewsSettings = {
  by_mail: true,
  by_push: false,
  quiet_from: null,
  quiet_to: null,
  time_zone: 'UTC',
}

/** How the viewer wants to be told of what they follow. */
export class NewsStore {
  readonly settings = new Latest<NewsSettings>()
  readonly form = new Form<NewsSettings>(EMPTY)

  constructor(private readonly api: EngagementApi) {}

  async load(): Promise<void> {
    await this.settings.ask(signal => this.api.newsSettings(signal))
    if (this.settings.value) this.fill(this.settings.value)
  }

  /** Turns the quiet hours on, with hours that suit most by the clock of `zone`, or off. */
  beQuiet(quiet: boolean, zone: string): void {
    if (quiet) this.form.change('time_zone', zone)
    this.form.change('quiet_from', quiet ? QUIET_FROM : null)
    this.form.change('quiet_to', quiet ? QUIET_TO : null)
  }

  /** Saves what was changed; true where the server took it. */
  async save(): Promise<boolean> {
    const sent = await this.form.submit(values => this.api.saveNewsSettings(values))
    if (!sent) return false
    await this.settings.ask(async () => sent.answer)
    this.fill(sent.answer)
    return true
  }

  /**
   * Saves one thing at once, beside what the server has: as turning push on does. What else was changed in the
   * form is neither saved nor lost.
   *
   * @throws HttpError where the server does not take it.
   */
  async change(change: Partial<NewsSettings>): Promise<void> {
    const before = this.settings.value ?? (await this.api.newsSettings())
    const saved = await this.api.saveNewsSettings({ ...before, ...change })
    await this.settings.ask(async () => saved)
    this.fill(change)
  }

  reset(): void {
    this.settings.clear()
    this.form.clear()
  }

  private fill(settings: Partial<NewsSettings>): void {
    for (const [name, value] of Object.entries(settings)) {
      this.form.change(name as keyof NewsSettings, value as never)
    }
  }
}

export const newsStore = (api: Api) => new NewsStore(new EngagementApi(api))
