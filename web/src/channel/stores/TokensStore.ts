import { action, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import type { Api } from '@/shared/http/session'
import { AsyncValue } from '@/shared/stores/AsyncValue'
import { Form, UNKNOWN_ERROR } from '@/shared/stores/Form'
import { type AccessToken, type TokenDetails, type TokenOverview, TokensApi } from '../tokensApi'

/** The access tokens that the operator sees, the form of a new one, and its secret. */
export class TokensStore {
  readonly overview = new AsyncValue<TokenOverview>()
  form: Form<TokenDetails> | null = null
  /** The secret that was just created. */
  secret: string | null = null
  /** The ids of tokens that are being revoked. */
  readonly busyIds = new Set<number>()

  constructor(private readonly api: TokensApi) {
    makeObservable(this, {
      form: observableRef,
      secret: observableRef,
      busyIds: observableShallow,
      openForm: action,
      closeForm: action,
      dismissSecret: action,
      reset: action,
    })
  }

  load(): Promise<void> {
    return this.overview.load(signal => this.api.overview(signal))
  }

  /** Open the form. Only the shortest lifetime is chosen, so that a scope is never given by mistake. */
  openForm(): void {
    const expires_in_days = this.overview.value?.lifetimes[0] ?? 0
    this.form = new Form<TokenDetails>({ name: '', scopes: [], expires_in_days })
  }

  closeForm(): void {
    this.form = null
  }

  dismissSecret(): void {
    this.secret = null
  }

  /** Create the token of the form. Return whether it was created; the form shows an error. */
  async create(): Promise<boolean> {
    const saved = await this.form?.submit(details => this.api.create(details))
    if (!saved) return false
    const { token, secret } = saved.result
    runInAction(() => {
      this.secret = secret
      this.form = null
    })
    this.overview.update(overview => ({ ...overview, tokens: [token, ...overview.tokens] }))
    return true
  }

  /** Revoke a token. Return the error, or null. */
  async revoke({ id }: AccessToken): Promise<ErrorMessage | null> {
    runInAction(() => this.busyIds.add(id))
    try {
      await this.api.revoke(id)
      this.overview.update(overview => ({
        ...overview,
        tokens: overview.tokens.filter(token => token.id !== id),
      }))
      return null
    } catch (error) {
      return error instanceof HttpError ? error.errorMessage : UNKNOWN_ERROR
    } finally {
      runInAction(() => this.busyIds.delete(id))
    }
  }

  reset(): void {
    this.overview.clear()
    this.form = this.secret = null
  }
}

export const tokensStore = (api: Api) => new TokensStore(new TokensApi(api))
