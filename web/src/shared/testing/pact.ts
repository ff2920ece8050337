import { type LogLevel, MatchersV3, PactV4 } from '@pact-foundation/pact'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MemoryStorage } from './fakes'

/** The keys of the provider states `a channel key` and `an api key`. */
export const CHANNEL_KEY = 'pact-channel-key'
export const API_KEY = 'pact-api-key'

function createContract(context: string): PactV4 {
  return new PactV4({
    consumer: `web-${context}`,
    provider: 'touchline',
    dir: new URL('../../../../contracts/pacts', import.meta.url).pathname,
    logLevel: (process.env.PACT_LOG_LEVEL as LogLevel | undefined) ?? 'warn',
  })
}

/** The viewer of the contracts. */
export const EMAIL = 'maya@example.com'

export type StateParams = Record<string, string | number | boolean>
/** A provider state: its name and its parameters. */
export type State = [name: string, params?: StateParams]

/** Start the interactions of one context's contract in `contracts/pacts`, with the provider in these states. */
export function createInteractions(context: string) {
  const contract = createContract(context)
  const interaction = (...states: State[]) => {
    const begun = contract.addInteraction()
    for (const [name, params] of states) begun.given(name, params)
    return begun
  }
  return {
    interaction,
    visitorInteraction: (...states: State[]) => interaction(['an api key', { api_key: API_KEY }], ...states),
    viewerInteraction: (...states: State[]) =>
      interaction(['a viewer', { api_key: API_KEY, email: EMAIL }], ...states),
  }
}

/** Query parameters. A matcher takes its value from a provider state. */
export type PactQuery = Record<string, string | string[] | ReturnType<typeof fromState<string>>>

export interface PactRequest {
  query(query: PactQuery): PactRequest
  headers(headers: Record<string, string>): PactRequest
  jsonBody(body: unknown): PactRequest
}

/** Send the API key and the page's language in the query. */
export const withQuery =
  (query: PactQuery = {}) =>
  (request: PactRequest) =>
    request.query({ ...query, lang: 'en', api_key: API_KEY })

/** Send the API key in the body. */
export const withBody =
  (body: object = {}) =>
  (request: PactRequest) =>
    request.query({ lang: 'en' }).jsonBody({ api_key: API_KEY, ...body })

/** Return a value that a provider state creates. The mock server uses `example`. */
export const fromState = <Value>(name: string, example: Value) =>
  MatchersV3.fromProviderState(`\${${name}}`, example)

// The verifier reads regular expressions as Rust does: no escaped slash, and the whole text must match.
export const instantLike = (example: string) => MatchersV3.regex('^\\d{4}-\\d{2}-\\d{2}T.+Z$', example)
export const amountLike = (example: string) => MatchersV3.regex('^\\d+\\.\\d{2}$', example)

/** The browser's storage. By default, it has the key of the state `an api key`. */
export function storageWith(values: Record<string, unknown> = { api_key: API_KEY }): BrowserStorage {
  const storage = new BrowserStorage('pact.', new MemoryStorage())
  for (const [name, value] of Object.entries(values)) storage.set(name, value)
  return storage
}

/** Return the real client for Pact's server, with the key of the state `an api key`. */
export function sessionAt(host: string, storage: BrowserStorage = storageWith()): Session {
  return new Session({
    http: new HttpClient(),
    storage,
    hosts: () => ({ api_host: host, keys_host: host }),
    language: () => 'en',
    sleep: async () => undefined,
  })
}

export interface PactResponse {
  headers(headers: Record<string, string>): PactResponse
  jsonBody(body: unknown): PactResponse
}

const PROBLEM_HEADERS = { 'Content-Type': 'application/problem+json' }

/** Return an error response (RFC 9457), with an error code if the web app uses it. */
export function respondWithProblem(response: PactResponse, status: number, code?: string): PactResponse {
  const { integer, string } = MatchersV3
  return response
    .headers(PROBLEM_HEADERS)
    .jsonBody({ status: integer(status), message: string('No'), ...(code ? { code } : {}) })
}

/** Return an error response with the code that the web app uses or translates. */
export function respondWithRefusal(
  response: PactResponse,
  status: number,
  code: string,
  more: { error?: string } = {},
): PactResponse {
  return response
    .headers(PROBLEM_HEADERS)
    .jsonBody({ status, code, message: MatchersV3.string('No'), ...more })
}

/** Return a 422 response with an error per field: an English text and a code. */
export function respondWithFieldErrors(response: PactResponse, codes: Record<string, string>): PactResponse {
  const { string } = MatchersV3
  const byField = (item: (code: string) => unknown) =>
    Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, [item(code)]]))
  return response.headers(PROBLEM_HEADERS).jsonBody({
    status: 422,
    code: 'errors.invalid',
    message: string('No'),
    errors: byField(() => string('No')),
    error_codes: byField(code => ({ code })),
  })
}
