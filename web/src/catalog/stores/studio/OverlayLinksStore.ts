import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { type OverlayLinks, OverlayLinksApi } from '../../overlayApi'

/** The addresses of the overlay and of the scoreboard of an event. */
export class OverlayLinksStore {
  readonly links = new AsyncValue<OverlayLinks>()

  constructor(
    private readonly api: OverlayLinksApi,
    private readonly eventId: number,
  ) {}

  async load(): Promise<void> {
    await this.links.load(signal => this.api.links(this.eventId, signal))
  }
}

export const overlayLinksStore = (api: Api, eventId: number): OverlayLinksStore =>
  new OverlayLinksStore(new OverlayLinksApi(api), eventId)
