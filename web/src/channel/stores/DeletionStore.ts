import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { isLinkFor, isSameLink, LINK_INVALID, type SignedLink } from '../signedLinks'

/** The end of an account, behind the link of a letter. What came of it outlives the visit that it ends. */
export class DeletionStore {
  readonly form = new Form({})
  private endedLink: SignedLink | null = null

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'handleAccountClosed'>,
  ) {
    makeObservable<DeletionStore, 'endedLink' | 'handleEnded'>(this, {
      endedLink: observableRef,
      handleEnded: action,
    })
  }

  /** The link ran out, was used, or never was one: only another letter helps. */
  get isLinkInvalid(): boolean {
    return this.form.errorMessage?.code === LINK_INVALID
  }

  /** Whether the account that a link was for is gone by it. */
  isEndedFor(link: SignedLink): boolean {
    return this.endedLink !== null && isSameLink(this.endedLink, link)
  }

  /** Ends it, and with it its sessions: whoever was logged in to it is a visitor from now on. */
  async confirm(link: SignedLink): Promise<void> {
    const done = await this.form.submit(() => this.api.confirmDeletion(link))
    if (!done) return
    this.handleEnded(link)
    if (isLinkFor(this.viewer.user, link)) await this.viewer.handleAccountClosed()
  }

  private handleEnded(link: SignedLink): void {
    this.endedLink = link
  }
}

export const deletionStore = (api: Api, { viewer }: ChannelStore) =>
  new DeletionStore(new AccountApi(api), viewer)
