import { deviceNow } from '@/shared/clock'
import { ANALYTICS_TOKEN_LIFETIME_MS, ANALYTICS_TOKEN_REFUSED_MS } from '@/shared/constants'
import type { Body, DatalakeApi, Path } from './api'

interface Held {
  /** Null if the server refused: reports go without a token, and are left out of the figures. */
  token: string | null
  until: number
}

interface Around {
  api: Pick<DatalakeApi, 'token'>
  /** The address of the call, with the api key in it. */
  address: () => Promise<string>
  now?: () => number
}

/** The tokens with which reports count: one for a session, and one for each thing that plays in it. */
export class ReportTokens {
  private readonly held = new Map<string, Held>()
  private readonly asking = new Map<string, Promise<boolean>>()

  constructor(private readonly around: Around) {}

  /** A report with its token, if one is here. */
  sign(session: string, path: Path, body: Body): Body {
    const token = this.present(keyOf(session, path, body))?.token
    return token ? { ...body, token } : body
  }

  /** Gets the token of a report; false if the server cannot be reached now. */
  prepare(session: string, path: Path, body: Body): Promise<boolean> {
    const key = keyOf(session, path, body)
    if (this.present(key)) return Promise.resolve(true)
    const asked =
      this.asking.get(key) ??
      this.ask(key, session, path, body).finally(() => {
        this.asking.delete(key)
      })
    this.asking.set(key, asked)
    return asked
  }

  forget(): void {
    this.held.clear()
  }

  private async ask(key: string, session: string, path: Path, body: Body): Promise<boolean> {
    const { api, address } = this.around
    const query = new URLSearchParams({ session, ...thingOf(path, body) })
    const token = await address().then(
      found => api.token(`${found}&${query}`),
      () => undefined,
    )
    if (token === undefined) return false
    const lasts = token === null ? ANALYTICS_TOKEN_REFUSED_MS : ANALYTICS_TOKEN_LIFETIME_MS
    this.held.set(key, { token, until: this.now() + lasts })
    return true
  }

  private present(key: string): Held | undefined {
    const found = this.held.get(key)
    return found && this.now() < found.until ? found : undefined
  }

  private now(): number {
    return (this.around.now ?? deviceNow)()
  }
}

/** Reports about a view name the thing that plays. */
const thingOf = (path: Path, body: Body): Record<string, string> =>
  path.startsWith('video/')
    ? {
        stream_type: body.stream_type === 'live' ? 'event' : String(body.stream_type),
        stream_id: String(body.stream_id),
      }
    : {}

const keyOf = (session: string, path: Path, body: Body): string =>
  [session, ...Object.values(thingOf(path, body))].join(':')
