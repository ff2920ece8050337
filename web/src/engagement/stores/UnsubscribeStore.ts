import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { EngagementApi } from '../api'
import type { StoppedNotification } from '../model'

/** The state of the unsubscribe link. A stopped notification can be turned on again. */
type UnsubscribeState =
  | { readonly kind: 'idle' | 'stopping' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'stopped' | 'undoing' | 'undone'; readonly notification: StoppedNotification }

/** The unsubscribe link of an email. It stops a notification and can undo that. */
export class UnsubscribeStore {
  state: UnsubscribeState = { kind: 'idle' }
  private token: string | null = null

  constructor(private readonly api: EngagementApi) {
    makeObservable<UnsubscribeStore, 'setState'>(this, { state: observableRef, setState: action })
  }

  /** Stop the notification of a token. The same token is sent only once, unless it failed. */
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
   * Return whether the notification belongs to this viewer, who alone can turn it on again.
   *
   * The server has accepted the token by then. Its parts are separated by dots: channel, account and subject.
   */
  belongsTo(viewerId: number | null): boolean {
    return viewerId !== null && this.token?.split('.')[1] === String(viewerId)
  }

  /** Turn the notification on again and return whether that succeeded. It requires its viewer to be logged in. */
  async undo(): Promise<boolean> {
    const { state, token } = this
    if (state.kind !== 'stopped') return false
    const { notification } = state
    this.setState({ kind: 'undoing', notification })
    try {
      const { about_type, about_id, score_alerts } = notification
      await this.api.addReminder(about_type, about_id, score_alerts || undefined)
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
