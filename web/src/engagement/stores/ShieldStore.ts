import type { Api, One } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { EngagementStore } from '../store'
import type { SpoilerStore } from './SpoilerStore'

interface WatchSettings {
  hide_scores: boolean
}

const PATH = '/watch-settings'

/** The viewer's wish about scores, kept with their account: it holds on all of their devices. */
export class ShieldStore {
  /** Counts the wishes: an answer to a question from before one is dropped. */
  private turn = 0

  constructor(
    private readonly api: Pick<Api, 'get' | 'post'>,
    private readonly spoilers: SpoilerStore,
    private readonly viewer: Pick<Viewer, 'id'>,
  ) {}

  /** Asks what the viewer wants who is here; what they wanted as a visitor goes to their account. */
  async load(): Promise<void> {
    const { id } = this.viewer
    const turn = ++this.turn
    const { wish } = this.spoilers
    const asVisitor = wish?.by === null && wish.hides
    try {
      if (asVisitor) await this.tell(true)
      const hides = asVisitor || (await this.ask())
      const { wish: by } = this.spoilers
      // The same again would only hide what was shown meanwhile.
      const news = by?.by !== id || by.hides !== hides
      if (turn === this.turn && id === this.viewer.id && news) this.spoilers.keep({ hides, by: id })
    } catch {
      // What is not known stays hidden, or as this browser remembers it.
    }
  }

  /**
   * Turns the shield on or off, at once.
   *
   * @throws HttpError where the account does not take it: it is as it was then.
   */
  async choose(hides: boolean): Promise<void> {
    const before = this.spoilers.wish
    const turn = ++this.turn
    this.spoilers.keep({ hides, by: this.viewer.id })
    if (this.viewer.id === null) return
    try {
      await this.tell(hides)
    } catch (error) {
      if (turn === this.turn) this.spoilers.keep(before)
      throw error
    }
  }

  private async ask(): Promise<boolean> {
    return (await this.api.get<One<WatchSettings>>(PATH, {}, { crash: [] })).data.hide_scores
  }

  private async tell(hide: boolean): Promise<void> {
    await this.api.post(PATH, { hide_scores: hide }, { crash: [] })
  }
}

export const shieldStore = (api: Api, { shell, spoilers }: EngagementStore) =>
  new ShieldStore(api, spoilers, shell.viewer)
