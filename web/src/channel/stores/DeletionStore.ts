import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import { isFor, isSame, LINK_IS_DEAD, type SignedLink } from '../links'
import type { ChannelShell } from '../store'

/** The end of an account, behind the link of a letter. What came of it outlives the visit that it ends. */
export class DeletionStore {
  readonly form = new Form({})
  private ended: SignedLink | null = null

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'end'>,
  ) {
    makeObservable<DeletionStore, 'ended' | 'end'>(this, { ended: observableRef, end: action })
  }

  /** The link ran out, was used, or never was one: only another letter helps. */
  get linkIsDead(): boolean {
    return this.form.refusal === LINK_IS_DEAD
  }

  /** Whether the account that a link was for is gone by it. */
  endedFor(link: SignedLink): boolean {
    return this.ended !== null && isSame(this.ended, link)
  }

  /** Ends it, and with it its sessions: whoever was logged in to it is a visitor from now on. */
  async confirm(link: SignedLink): Promise<void> {
    const done = await this.form.submit(() => this.api.confirmDeletion(link))
    if (!done) return
    this.end(link)
    if (isFor(this.viewer.user, link)) await this.viewer.end()
  }

  private end(link: SignedLink): void {
    this.ended = link
  }
}

export const deletionStore = (api: Api, { viewer }: ChannelShell) =>
  new DeletionStore(new AccountApi(api), viewer)
