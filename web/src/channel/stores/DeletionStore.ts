import { action, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { isLinkFor, isSameLink, LINK_INVALID, type SignedLink } from '../signedLinks'

/** The deletion of an account through an emailed link. The result outlives the session that the deletion ends. */
export class DeletionStore {
  readonly form = new Form({})
  private usedLink: SignedLink | null = null

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'handleAccountClosed'>,
  ) {
    makeObservable<DeletionStore, 'usedLink' | 'setUsedLink'>(this, {
      usedLink: observableRef,
      setUsedLink: action,
    })
  }

  /** Whether the link is expired, used or invalid. The viewer then needs another email. */
  get isLinkInvalid(): boolean {
    return this.form.errorMessage?.code === LINK_INVALID
  }

  /** Return whether this link deleted its account. */
  hasDeletedAccount(link: SignedLink): boolean {
    return this.usedLink !== null && isSameLink(this.usedLink, link)
  }

  /** Delete the account and its sessions. A viewer who is logged in to it becomes a visitor. */
  async confirm(link: SignedLink): Promise<void> {
    const done = await this.form.submit(() => this.api.confirmDeletion(link))
    if (!done) return
    this.setUsedLink(link)
    if (isLinkFor(this.viewer.user, link)) await this.viewer.handleAccountClosed()
  }

  private setUsedLink(link: SignedLink): void {
    this.usedLink = link
  }
}

export const deletionStore = (api: Api, { viewer }: ChannelStore) =>
  new DeletionStore(new AccountApi(api), viewer)
