import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { type EventFigures, FiguresApi } from '../../figuresApi'

/** The sales and viewers of the event that was opened last. A failed refresh keeps what was loaded. */
export class FiguresStore {
  readonly figures = new AsyncValue<EventFigures>()
  private key = ''

  constructor(readonly api: FiguresApi) {}

  load(key: string): Promise<void> {
    if (key !== this.key) this.figures.clear()
    this.key = key
    return this.figures.load(signal => this.api.figures(key, signal))
  }

  reset(): void {
    this.figures.clear()
  }
}

export const figuresStore = (api: Api) => new FiguresStore(new FiguresApi(api))
