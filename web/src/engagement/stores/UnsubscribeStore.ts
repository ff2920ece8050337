import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { EngagementApi } from '../api'
import type { StoppedNotification } from '../model'

/** What came of the link: what a press stopped can be turned on again. */
type UnsubscribeState =
  | { readonly kind: 'idle' | 'stopping' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stopped' | 'undoing' | 'undone'; readonly notification: StoppedNotification }

/** The link of an email to stop it: what a press stopped, and taking that back. */
export class UnsubscribeStore {
  state: UnsubscribeState = { kind: 'idle' }
  private token: string | null = null

  constructor(private readonly api: EngagementApi) {
    makeObservable<UnsubscribeStore, 'setState'>(this, { state: observableRef, setState: action })
  }

  /** Stops what the token names, when somebody presses the button; the same token once. */
  async stop(token: string): Promise<void> {
    if (token === this.token && this.state.kind !== 'failed') return
    this.token = token
    this.setState({ kind: 'stopping' })
    try {
      const notification = await this.api.unsubscribe(token)
      if (token === this.token) this.setState({ kind: 'stopped', notification })
    } catch (error) {
      if (token === this.token) this.setState({ kind: 'failed', error })
    }
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
    const { state, token } = this
    if (state.kind !== 'stopped') return false
    const { notification } = state
    this.setState({ kind: 'undoing', notification })
    try {
      await this.api.addReminder(notification.about_type, notification.about_id)
      if (token === this.token) this.setState({ kind: 'undone', notification })
      return true
    } catch {
      if (token === this.token) this.setState(state)
      return false
    }
  }

  private setState(state: UnsubscribeState): void {
    this.state = state
  }
}

export const unsubscribeStore = (api: Api) => new UnsubscribeStore(new EngagementApi(api))
