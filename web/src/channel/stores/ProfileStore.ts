import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { Latest } from '@/shared/stores/Latest'
import { AccountApi } from '../accountApi'
import { type Access, ProfileApi } from '../profileApi'
import type { ChannelShell } from '../store'

const VERIFIED_ALREADY = 'Email already verified'

/** The overview of an account: what its passes allow, and what can be asked for beside it. */
export class ProfileStore {
  readonly access = new Latest<Access>()
  /** The letter that verifies the e-mail address, once more. */
  readonly letter = new Form({})
  /** The file with everything that is held about the viewer. */
  readonly file = new Form({})

  constructor(
    private readonly api: ProfileApi,
    private readonly accountApi: Pick<AccountApi, 'sendVerification'>,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'update'>,
  ) {}

  async loadAccess(): Promise<void> {
    await this.access.ask(signal => this.api.access(signal))
  }

  /** Asks for the letter. Somebody who opened the first one meanwhile, elsewhere, needs none. */
  async sendLetter(): Promise<void> {
    const { viewer, letter } = this
    await letter.submit(() => this.accountApi.sendVerification())
    if (letter.refusal === VERIFIED_ALREADY && viewer.user) {
      viewer.update({ ...viewer.user, email_verified: true })
    }
  }

  /** The file, or null where it did not come. */
  async everything(): Promise<Blob | null> {
    return (await this.file.submit(() => this.api.everything()))?.answer ?? null
  }

  reset(): void {
    this.access.clear()
    this.letter.clear()
    this.file.clear()
  }
}

export const profileStore = (api: Api, { viewer }: ChannelShell) =>
  new ProfileStore(new ProfileApi(api), new AccountApi(api), viewer)
