import { type LogLevel, MatchersV3, PactV4 } from '@pact-foundation/pact'
import { HttpClient } from '@/shared/http/client'
import { Session } from '@/shared/http/session'
import { BrowserStorage } from '@/shared/storage/storage'
import { MemoryStorage } from './fakes'

/** The keys of the provider states `a channel key` and `an api key`. */
export const CHANNEL_KEY = 'pact-channel-key'
export const API_KEY = 'pact-api-key'

/** What one context of the web asks of the server: a contract of its own, in `contracts/pacts`. */
export function aContract(context: string): PactV4 {
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

export interface Answer {
  headers(headers: Record<string, string>): Answer
  jsonBody(body: unknown): Answer
}

const PROBLEM = { 'Content-Type': 'application/problem+json' }

/** A refusal as RFC 9457 has it, with our stable code where the web acts on it. */
export function problem(answer: Answer, status: number, code?: string): Answer {
  const { integer, string } = MatchersV3
  return answer
    .headers(PROBLEM)
    .jsonBody({ status: integer(status), message: string('No'), ...(code ? { code } : {}) })
}

/** A refusal whose words the page acts on, or says in its own language: they must be these. */
export function refusal(
  answer: Answer,
  status: number,
  message: string,
  more: { code?: string; error?: string; errors?: Record<string, string[]> } = {},
): Answer {
  return answer.headers(PROBLEM).jsonBody({ status, message, ...more })
}
