import { action, makeObservable, observable, runInAction } from 'mobx'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { EngagementApi } from '../api'
import type { StoppedNotification } from '../model'

/** The link of an email to stop it: what a press stopped, and taking that back. */
export class UnsubscribeStore {
  readonly stopped = new AsyncValue<StoppedNotification>()
  /** What was stopped is on again. */
  isUndone = false
  isBusy = false
  private token: string | null = null

  constructor(private readonly api: EngagementApi) {
    makeObservable<UnsubscribeStore, 'startFor'>(this, {
      isUndone: observable,
      isBusy: observable,
      startFor: action,
    })
  }

  /** Stops what the token names, when somebody presses the button; the same token once. */
  async stop(token: string): Promise<void> {
    if (token === this.token && !this.stopped.error) return
    this.startFor(token)
    await this.stopped.load(() => this.api.unsubscribe(token))
  }

  /**
   * Whether it was this viewer's, who alone can turn it on again. The token, which the server has taken by then,
   * says whose it is: channel, account, and what it is about, between dots.
   */
  belongsTo(viewerId: number | null): boolean {
    return viewerId !== null && this.token?.split('.')[1] === String(viewerId)
  }

  /** Turns it on again, for the viewer whose it was; false where that failed. */
  async undo(): Promise<boolean> {
    const { value } = this.stopped
    if (!value || this.isBusy) return false
    this.patch({ isBusy: true })
    try {
      await this.api.addReminder(value.about_type, value.about_id)
      this.patch({ isUndone: true })
      return true
    } catch {
      return false
    } finally {
      this.patch({ isBusy: false })
    }
  }

  private startFor(token: string): void {
    this.token = token
    this.isUndone = false
  }

  private patch(change: Partial<Pick<UnsubscribeStore, 'isUndone' | 'isBusy'>>): void {
    runInAction(() => Object.assign(this, change))
  }
}

export const unsubscribeStore = (api: Api) => new UnsubscribeStore(new EngagementApi(api))
