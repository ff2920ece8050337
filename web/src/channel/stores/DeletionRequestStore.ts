import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { ProfileApi } from '../profileApi'

/** The request to delete the account. The account stays active until the viewer confirms the emailed link. */
export class DeletionRequestStore {
  readonly form = new Form({ current_password: '' })

  constructor(
    private readonly api: ProfileApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user'>,
  ) {}

  async submit(): Promise<void> {
    const { form } = this
    const needsPassword = this.viewer.user?.has_password === true
    const { current_password } = form.values
    if (
      form.isBusy ||
      form.setErrors(
        collectErrors({ current_password: needsPassword ? requiredError(current_password) : undefined }),
      )
    )
      return
    const sent = await form.submit(() =>
      this.api.requestDeletion(needsPassword ? current_password : undefined),
    )
    if (sent) form.change('current_password', '')
  }

  reset(): void {
    this.form.clear()
  }
}

export const deletionRequestStore = (api: Api, { viewer }: ChannelStore) =>
  new DeletionRequestStore(new ProfileApi(api), viewer)
