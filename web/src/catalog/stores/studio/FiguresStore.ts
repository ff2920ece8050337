import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { type EventEvidence, type EventFigures, FiguresApi } from '../../figuresApi'

/** The sales and viewers of the event that was opened last. A failed refresh keeps what was loaded. */
export class FiguresStore {
  readonly figures = new AsyncValue<EventFigures>()
  readonly evidence = new AsyncValue<EventEvidence>()
  private key = ''

  constructor(readonly api: FiguresApi) {}

  load(key: string): Promise<void> {
    if (key !== this.key) this.reset()
    this.key = key
    void this.evidence.load(signal => this.api.evidence(key, signal))
    return this.figures.load(signal => this.api.figures(key, signal))
  }

  reset(): void {
    this.figures.clear()
    this.evidence.clear()
  }
}

export const figuresStore = (api: Api) => new FiguresStore(new FiguresApi(api))
