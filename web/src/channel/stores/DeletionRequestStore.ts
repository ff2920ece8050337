import { faults, required } from '@/shared/checks'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { ProfileApi } from '../profileApi'
import type { ChannelShell } from '../store'

/** Asks for the end of the account: a link in a letter confirms it, nothing ends before. */
export class DeletionRequestStore {
  readonly form = new Form({ current_password: '' })

  constructor(
    private readonly api: ProfileApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user'>,
  ) {}

  async submit(): Promise<void> {
    const { form } = this
    const asks = this.viewer.user?.has_password === true
    const { current_password } = form.values
    if (form.busy || form.refuse(faults({ current_password: asks ? required(current_password) : undefined })))
      return
    const sent = await form.submit(() => this.api.askDeletion(asks ? current_password : undefined))
    if (sent) form.change('current_password', '')
  }

  reset(): void {
    this.form.clear()
  }
}

export const deletionRequestStore = (api: Api, { viewer }: ChannelShell) =>
  new DeletionRequestStore(new ProfileApi(api), viewer)
