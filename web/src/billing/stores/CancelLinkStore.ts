import { action, makeObservable, observableRef } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { BillingApi } from '../api'
import type { LinkedRenewal } from '../model'

/** The state of a cancel link. `expired` links are refused by the server. */
type CancelLinkState =
  | { readonly kind: 'loading' | 'expired' | 'failed' }
  | { readonly kind: 'ready' | 'canceling'; readonly renewal: LinkedRenewal }
  | { readonly kind: 'canceled'; readonly renewal: LinkedRenewal }

/** The link of a reminder that cancels a renewal without login. */
export class CancelLinkStore {
  state: CancelLinkState = { kind: 'loading' }

  constructor(private readonly api: BillingApi) {
    makeObservable<CancelLinkStore, 'setState'>(this, { state: observableRef, setState: action })
  }

  /** Load what the link cancels. */
  async load(token: string): Promise<void> {
    this.setState({ kind: 'loading' })
    try {
      const renewal = await this.api.linkedRenewal(token)
      this.setState({ kind: renewal.auto_renewal === 'active' ? 'ready' : 'canceled', renewal })
    } catch (error) {
      this.setState({ kind: isRefused(error) ? 'expired' : 'failed' })
    }
  }

  /** Cancel the renewal. A second press while it is being canceled does nothing. */
  async cancel(token: string): Promise<void> {
    const { state } = this
    if (state.kind !== 'ready') return
    this.setState({ kind: 'canceling', renewal: state.renewal })
    try {
      this.setState({ kind: 'canceled', renewal: await this.api.cancelLinkedRenewal(token) })
    } catch (error) {
      this.setState({ kind: isRefused(error) ? 'expired' : 'failed' })
    }
  }

  private setState(state: CancelLinkState): void {
    this.state = state
  }
}

const isRefused = (error: unknown) => error instanceof HttpError && error.status >= 400 && error.status < 500

export const cancelLinkStore = (api: Api) => new CancelLinkStore(new BillingApi(api))
