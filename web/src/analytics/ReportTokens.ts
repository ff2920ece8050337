import { deviceNow } from '@/shared/clock'
import { ANALYTICS_TOKEN_LIFETIME_MS, ANALYTICS_TOKEN_REFUSAL_MS } from '@/shared/constants'
import type { Body, DatalakeApi, Path } from './api'

interface CachedToken {
  /** Null if the server refused: reports go without a token, and are left out of the figures. */
  token: string | null
  expiresAt: number
}

interface ReportTokensDeps {
  api: Pick<DatalakeApi, 'token'>
  /** The address of the call, with the api key in it. */
  authorizedUrl: () => Promise<string>
  now?: () => number
}

/** The tokens with which reports count: one for a session, and one for each thing that plays in it. */
export class ReportTokens {
  private readonly tokens = new Map<string, CachedToken>()
  private readonly pending = new Map<string, Promise<boolean>>()

  constructor(private readonly deps: ReportTokensDeps) {}

  /** A report with its token, if one is here. */
  sign(session: string, path: Path, body: Body): Body {
    const token = this.validToken(cacheKey(session, path, body))?.token
    return token ? { ...body, token } : body
  }

  /** Gets the token of a report; false if the server cannot be reached now. */
  prepare(session: string, path: Path, body: Body): Promise<boolean> {
    const key = cacheKey(session, path, body)
    if (this.validToken(key)) return Promise.resolve(true)
    const tokenRequest =
      this.pending.get(key) ??
      this.fetchToken(key, session, path, body).finally(() => {
        this.pending.delete(key)
      })
    this.pending.set(key, tokenRequest)
    return tokenRequest
  }

  clear(): void {
    this.tokens.clear()
  }

  private async fetchToken(key: string, session: string, path: Path, body: Body): Promise<boolean> {
    const { api, authorizedUrl: address } = this.deps
    const query = new URLSearchParams({ session, ...contentParams(path, body) })
    const token = await address().then(
      found => api.token(`${found}&${query}`),
      () => undefined,
    )
    if (token === undefined) return false
    const lasts = token === null ? ANALYTICS_TOKEN_REFUSAL_MS : ANALYTICS_TOKEN_LIFETIME_MS
    this.tokens.set(key, { token, expiresAt: this.now() + lasts })
    return true
  }

  private validToken(key: string): CachedToken | undefined {
    const found = this.tokens.get(key)
    return found && this.now() < found.expiresAt ? found : undefined
  }

  private now(): number {
    return (this.deps.now ?? deviceNow)()
  }
}

/** Reports about a view name the thing that plays. */
const contentParams = (path: Path, body: Body): Record<string, string> =>
  path.startsWith('video/')
    ? {
        stream_type: body.stream_type === 'live' ? 'event' : String(body.stream_type),
        stream_id: String(body.stream_id),
      }
    : {}

const cacheKey = (session: string, path: Path, body: Body): string =>
  [session, ...Object.values(contentParams(path, body))].join(':')
