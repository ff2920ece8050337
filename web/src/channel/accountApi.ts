import type { Api, CallOptions, One } from '@/shared/http/session'
import type { SignedLink } from './links'
import type { Entered } from './model'

/** What a form of registration says (§5). */
export interface Registration {
  first_name: string
  last_name: string
  email: string
  phone?: string
  password: string
  password_confirmation: string
  accept_terms: boolean
  robot_token?: string
}

/** A screen that shows its own error raises no notice for the whole page. */
const OWN: CallOptions = { crash: [] }

/** The calls of the authentication screens (api.md, "Viewer"). */
export class AccountApi {
  constructor(private readonly api: Api) {}

  /** `login` is an e-mail address or a phone number, `code` an authenticator app's or a recovery code. */
  async login(fields: {
    login: string
    password: string
    code?: string
    robot_token?: string
  }): Promise<Entered> {
    return (await this.api.post<One<Entered>>('/v2/auth/login', fields, OWN)).data
  }

  async register(fields: Registration): Promise<Entered> {
    return (await this.api.post<One<Entered>>('/v2/auth/register', { ...fields }, OWN)).data
  }

  /** Enters with what the provider sent back; `accept_terms` makes an account for a newcomer. */
  async social(
    provider: string,
    fields: {
      code: string
      state: string
      accept_terms?: boolean
      second_factor_code?: string
      password?: string
    },
  ): Promise<Entered> {
    return (await this.api.post<One<Entered>>(`/v2/auth/social/${encodeURIComponent(provider)}`, fields, OWN))
      .data
  }

  /** Where a social log-in begins. The key of this visit travels along and comes back sealed (§7). */
  socialAddress(provider: string): Promise<string> {
    return this.api.address(`/auth/login/${encodeURIComponent(provider)}`)
  }

  /** For the viewer whose address it is; anybody else proves by `password` that the account is theirs. */
  async verifyEmail(link: SignedLink, password?: string): Promise<void> {
    await this.api.post('/auth/email-verify', { ...link, password }, OWN)
  }

  /** Sends the letter that verifies the e-mail address once more. */
  async sendVerification(): Promise<void> {
    await this.api.post('/auth/email-verify-request', {}, OWN)
  }

  /** The same answer for a known and an unknown address. */
  async askReset(fields: { email: string; robot_token?: string }): Promise<void> {
    await this.api.post('/auth/password-reset-request', fields, OWN)
  }

  async resetPassword(link: SignedLink, password: string, password_confirmation: string): Promise<void> {
    await this.api.post('/auth/password-reset', { ...link, password, password_confirmation }, OWN)
  }

  /** Ends the account: the personal data is erased, orders stay without the person. */
  async confirmDeletion(link: SignedLink): Promise<void> {
    await this.api.post('/delete-account-confirm', { ...link }, OWN)
  }
}
