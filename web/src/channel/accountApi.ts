import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { LogInResult } from './model'
import type { SignedLink } from './signedLinks'

/** The fields of the registration form (§5). */
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

/** The API requests of the authentication screens (api.md, "Viewer"). */
export class AccountApi {
  constructor(private readonly api: Api) {}

  /**
   * Log in with a password and, if required, a second factor.
   *
   * `login` is an email address or a phone number. `code` is an authenticator code or a recovery code.
   */
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

  /** Log in with the code and state from a social provider. `accept_terms` creates an account for a new viewer. */
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

  /** Return the URL where a social login starts. It contains the API key, which returns in the signed state (§7). */
  socialUrl(provider: string): Promise<string> {
    return this.api.authorizedUrl(`/auth/login/${encodeURIComponent(provider)}`)
  }

  /**
   * Verify the email address of a signed link.
   *
   * Requires the account's `password` unless the viewer is logged in with this address.
   */
  async verifyEmail(link: SignedLink, password?: string): Promise<void> {
    await this.api.post('/auth/email-verify', { ...link, password }, withoutGlobalError())
  }

  /** Send the verification email again. */
  async sendVerification(): Promise<void> {
    await this.api.post('/auth/email-verify-request', {}, withoutGlobalError())
  }

  /** Send an email to reset the password. The response is the same for known and unknown addresses. */
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

  /** Delete the account. The server erases its personal data and keeps anonymous orders. */
  async confirmDeletion(link: SignedLink): Promise<void> {
    await this.api.post('/delete-account-confirm', { ...link }, withoutGlobalError())
  }
}
