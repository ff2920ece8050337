import { type LogLevel, MatchersV3, PactV4 } from '@pact-foundation/pact'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { MemoryStorage } from './fakes'

/** The keys of the provider states `a channel key` and `an api key`. */
export const CHANNEL_KEY = 'pact-channel-key'
export const API_KEY = 'pact-api-key'

/** What one context of the web asks of the server: a contract of its own, in `contracts/pacts`. */
export function createContract(context: string): PactV4 {
  return new PactV4({
    consumer: `web-${context}`,
    provider: 'touchline',
    dir: new URL('../../../../contracts/pacts', import.meta.url).pathname,
    logLevel: (process.env.PACT_LOG_LEVEL as LogLevel | undefined) ?? 'warn',
  })
}

/** What a browser keeps: the key of the state `an api key`, unless told otherwise. */
export function storageWith(kept: Record<string, unknown> = { api_key: API_KEY }): BrowserStorage {
  const storage = new BrowserStorage('pact.', new MemoryStorage())
  for (const [name, value] of Object.entries(kept)) storage.set(name, value)
  return storage
}

/** The real client against Pact's server, holding the key of the state `an api key` already. */
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

/** A refusal as RFC 9457 has it, with our stable code where the web acts on it. */
export function respondWithProblem(answer: PactResponse, status: number, code?: string): PactResponse {
  const { integer, string } = MatchersV3
  return answer
    .headers(PROBLEM_HEADERS)
    .jsonBody({ status: integer(status), message: string('No'), ...(code ? { code } : {}) })
}

/** A refusal with the code by which the page acts, or shows it in its own language. */
export function respondWithRefusal(
  answer: PactResponse,
  status: number,
  code: string,
  more: { error?: string } = {},
): PactResponse {
  return answer.headers(PROBLEM_HEADERS).jsonBody({ status, code, message: MatchersV3.string('No'), ...more })
}

/** A 422 with one error for each of these fields: an English text and a code. */
export function respondWithFieldErrors(answer: PactResponse, codes: Record<string, string>): PactResponse {
  const { string } = MatchersV3
  const byField = (item: (code: string) => unknown) =>
    Object.fromEntries(Object.entries(codes).map(([field, code]) => [field, [item(code)]]))
  return answer.headers(PROBLEM_HEADERS).jsonBody({
    status: 422,
    code: 'errors.invalid',
    message: string('No'),
    errors: byField(() => string('No')),
    error_codes: byField(code => ({ code })),
  })
}
