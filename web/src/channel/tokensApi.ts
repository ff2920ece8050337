import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** An access token of an operator, without its secret. */
export interface AccessToken {
  id: number
  name: string
  /** The visible beginning of the secret. */
  prefix: string
  scopes: readonly string[]
  account_id: number
  owner_name: string
  expires_at: string
  last_used_at: string | null
}

/** The tokens that the operator sees, and the scopes and lifetimes in days for another one. */
export interface TokenOverview {
  tokens: readonly AccessToken[]
  scopes: readonly string[]
  lifetimes: readonly number[]
}

/** A new token with its secret, which the server never sends again. */
export interface NewAccessToken {
  token: AccessToken
  secret: string
}

export interface TokenDetails {
  name: string
  scopes: readonly string[]
  expires_in_days: number
}

const TOKENS = '/studio/tokens'

/** The client of the access tokens, for every operator. */
export class TokensApi {
  constructor(private readonly api: Api) {}

  async overview(signal?: AbortSignal): Promise<TokenOverview> {
    return (await this.api.get<ItemResponse<TokenOverview>>(TOKENS, {}, withoutGlobalError(signal))).data
  }

  async create(details: TokenDetails): Promise<NewAccessToken> {
    return (await this.api.post<ItemResponse<NewAccessToken>>(TOKENS, { ...details }, withoutGlobalError()))
      .data
  }

  async revoke(id: number): Promise<void> {
    await this.api.delete(`${TOKENS}/${id}`, {}, withoutGlobalError())
  }
}
