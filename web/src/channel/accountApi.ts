import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { LogInResult } from './model'
import type { SignedLink } from './signedLinks'

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

/** The calls of the authentication screens (api.md, "Viewer"). */
export class AccountApi {
  constructor(private readonly api: Api) {}

  /** `login` is an e-mail address or a phone number, `code` an authenticator app's or a recovery code. */
  async login(fields: {
    login: string
    password: string
    code?: string
    robot_token?: string
  }): Promise<LogInResult> {
    return (await this.api.post<ItemResponse<LogInResult>>('/v2/auth/login', fields, withoutGlobalError()))
      .data
  }

  async register(fields: Registration): Promise<LogInResult> {
    return (
      await this.api.post<ItemResponse<LogInResult>>('/v2/auth/register', { ...fields }, withoutGlobalError())
    ).data
  }

  /** Enters with what the provider sent back; `accept_terms` makes an account for a newcomer. */
  async socialLogin(
    provider: string,
    fields: {
      code: string
      state: string
      accept_terms?: boolean
      second_factor_code?: string
      password?: string
    },
  ): Promise<LogInResult> {
    return (
      await this.api.post<ItemResponse<LogInResult>>(
        `/v2/auth/social/${encodeURIComponent(provider)}`,
        fields,
        withoutGlobalError(),
      )
    ).data
  }

  /** Where a social log-in begins. The key of this visit travels along and comes back sealed (§7). */
  socialUrl(provider: string): Promise<string> {
    return this.api.authorizedUrl(`/auth/login/${encodeURIComponent(provider)}`)
  }

  /** For the viewer whose address it is; anybody else proves by `password` that the account is theirs. */
  async verifyEmail(link: SignedLink, password?: string): Promise<void> {
    await this.api.post('/auth/email-verify', { ...link, password }, withoutGlobalError())
  }

  /** Sends the letter that verifies the e-mail address once more. */
  async sendVerification(): Promise<void> {
    await this.api.post('/auth/email-verify-request', {}, withoutGlobalError())
  }

  /** The same answer for a known and an unknown address. */
  async requestReset(fields: { email: string; robot_token?: string }): Promise<void> {
    await this.api.post('/auth/password-reset-request', fields, withoutGlobalError())
  }

  async resetPassword(link: SignedLink, password: string, password_confirmation: string): Promise<void> {
    await this.api.post(
      '/auth/password-reset',
      { ...link, password, password_confirmation },
      withoutGlobalError(),
    )
  }

  /** Ends the account: the personal data is erased, orders stay without the person. */
  async confirmDeletion(link: SignedLink): Promise<void> {
    await this.api.post('/delete-account-confirm', { ...link }, withoutGlobalError())
  }
}
