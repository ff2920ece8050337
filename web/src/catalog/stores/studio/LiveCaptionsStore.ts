import type { ErrorMessage } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import type { CaptionLanguageState, ScheduleApi } from '../../scheduleApi'

/** The live captions of one event: its languages, and what has arrived in each. */
export class LiveCaptionsStore {
  readonly languages = new AsyncValue<CaptionLanguageState[]>()
  private readonly request = new Form({})

  constructor(
    private readonly api: ScheduleApi,
    private readonly key: string,
  ) {}

  get isBusy(): boolean {
    return this.request.isBusy
  }

  get error(): ErrorMessage | null {
    return this.request.errorMessage
  }

  load(): Promise<void> {
    return this.languages.load(signal => this.api.captionLanguages(this.key, signal))
  }

  add(language: string): Promise<void> {
    return this.choose([...this.tags, language])
  }

  remove(language: string): Promise<void> {
    return this.choose(this.tags.filter(tag => tag !== language))
  }

  /** Send a caption to viewers, so that an operator sees it arrive. */
  async sendTest(language: string, text: string): Promise<void> {
    await this.request.submit(() => this.api.sendCaption(this.key, language, text))
    await this.load()
  }

  private get tags(): string[] {
    return (this.languages.value ?? []).map(({ language }) => language)
  }

  private async choose(languages: string[]): Promise<void> {
    const sent = await this.request.submit(() => this.api.chooseCaptionLanguages(this.key, languages))
    if (sent) await this.languages.load(async () => sent.result)
  }
}
