import { action, makeObservable, observableRef, runInAction } from 'mobx'
import type { ErrorMessage } from '@/shared/http/errors'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form } from '@/shared/stores/Form'
import type { NewScorerLink, ScorerLink, ScorerLinkApi } from '../../scorerApi'

/** The scorer link of one event, and its URL and PIN right after its creation. */
export class ScorerLinkStore {
  /** The link, in a list: empty if the event has none that works. */
  readonly link = new AsyncValue<readonly ScorerLink[]>()
  created: NewScorerLink | null = null
  private readonly request = new Form({})

  constructor(private readonly api: ScorerLinkApi) {
    makeObservable(this, { created: observableRef, hide: action })
  }

  get isBusy(): boolean {
    return this.request.isBusy
  }

  get errorMessage(): ErrorMessage | null {
    return this.request.errorMessage
  }

  load(): Promise<void> {
    return this.link.load(async signal => {
      const link = await this.api.link(signal)
      return link ? [link] : []
    })
  }

  /** Create a link, in place of an earlier one. */
  async create(): Promise<void> {
    const sent = await this.request.submit(() => this.api.create())
    if (!sent) return
    runInAction(() => {
      this.created = sent.result
    })
    await this.load()
  }

  /** Revoke the link. Return whether it worked. */
  async revoke(): Promise<boolean> {
    const sent = await this.request.submit(() => this.api.revoke())
    if (sent) this.hide()
    await this.load()
    return sent !== null
  }

  /** Hide the URL and the PIN. */
  hide(): void {
    this.created = null
  }
}
