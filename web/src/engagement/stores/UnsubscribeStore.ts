import { action, makeObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Latest } from '@/shared/stores/Latest'
import { EngagementApi } from '../api'
import type { Stopped } from '../model'

/** The link of an email to stop it: what a press stopped, and taking that back. */
export class UnsubscribeStore {
  readonly stopped = new Latest<Stopped>()
  /** What was stopped is on again. */
  undone = false
  busy = false
  private token: string | null = null

  constructor(private readonly api: EngagementApi) {
    makeObservable<UnsubscribeStore, 'begin'>(this, {
      undone: observable,
      busy: observable,
      begin: action,
    })
  }

  /** Stops what the token names, when somebody presses the button; the same token once. */
  async stop(token: string): Promise<void> {
    if (token === this.token && !this.stopped.error) return
    this.begin(token)
    await this.stopped.ask(() => this.api.unsubscribe(token))
  }

  /**
   * Whether it was this viewer's, who alone can turn it on again. The token, which the server has taken by then,
   * says whose it is: channel, account, and what it is about, between dots.
   */
  isOf(viewerId: number | null): boolean {
    return viewerId !== null && this.token?.split('.')[1] === String(viewerId)
  }

  /** Turns it on again, for the viewer whose it was; false where that failed. */
  async undo(): Promise<boolean> {
    const { value } = this.stopped
    if (!value || this.busy) return false
    this.tell({ busy: true })
    try {
      await this.api.addReminder(value.about_type, value.about_id)
      this.tell({ undone: true })
      return true
    } catch {
      return false
    } finally {
      this.tell({ busy: false })
    }
  }

  private begin(token: string): void {
    this.token = token
    this.undone = false
  }

  private tell(change: Partial<Pick<UnsubscribeStore, 'undone' | 'busy'>>): void {
    runInAction(() => Object.assign(this, change))
  }
}

export const unsubscribeStore = (api: Api) => new UnsubscribeStore(new EngagementApi(api))
