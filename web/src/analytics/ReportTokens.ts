import { deviceNow } from '@/shared/clock'
import { ANALYTICS_TOKEN_LIFETIME_MS, ANALYTICS_TOKEN_REFUSAL_MS } from '@/shared/constants'
import type { Body, DatalakeApi, Path } from './api'

interface CachedToken {
  /** Null if the server refused. Reports are then sent without a token, and figures exclude them. */
  token: string | null
  expiresAt: number
}

interface ReportTokensDeps {
  api: Pick<DatalakeApi, 'token'>
  /** Return the URL of the token endpoint with the API key. */
  authorizedUrl: () => Promise<string>
  now?: () => number
}

/** The tokens that make reports valid: one per session, and one per content item that plays in it. */
export class ReportTokens {
  private readonly tokens = new Map<string, CachedToken>()
  private readonly pending = new Map<string, Promise<boolean>>()

  constructor(private readonly deps: ReportTokensDeps) {}

  /** Return a report with its token, if a token is cached. */
  sign(session: string, path: Path, body: Body): Body {
    const token = this.validToken(cacheKey(session, path, body))?.token
    return token ? { ...body, token } : body
  }

  /** Load the token of a report. Return false if the server does not respond. */
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
    const { api, authorizedUrl } = this.deps
    const query = new URLSearchParams({ session, ...contentParams(path, body) })
    const token = await authorizedUrl().then(
      url => api.token(`${url}&${query}`),
      () => undefined,
    )
    if (token === undefined) return false
    const lifetimeMs = token === null ? ANALYTICS_TOKEN_REFUSAL_MS : ANALYTICS_TOKEN_LIFETIME_MS
    this.tokens.set(key, { token, expiresAt: this.now() + lifetimeMs })
    return true
  }

  private validToken(key: string): CachedToken | undefined {
    const cached = this.tokens.get(key)
    return cached && this.now() < cached.expiresAt ? cached : undefined
  }

  private now(): number {
    return (this.deps.now ?? deviceNow)()
  }
}

/** Return the content item of a playback report as query parameters. */
const contentParams = (path: Path, body: Body): Record<string, string> =>
  path.startsWith('video/')
    ? {
        stream_type: body.stream_type === 'live' ? 'event' : String(body.stream_type),
        stream_id: String(body.stream_id),
      }
    : {}

const cacheKey = (session: string, path: Path, body: Body): string =>
  [session, ...Object.values(contentParams(path, body))].join(':')
