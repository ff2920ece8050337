import { MatchersV3 } from '@pact-foundation/pact'
import {
  API_KEY,
  createContract,
  type PactResponse,
  respondWithFieldErrors,
  respondWithRefusal,
} from '@/shared/testing/pact'

const { boolean, fromProviderState, integer, like, string } = MatchersV3

interface PactRequest {
  query(query: Record<string, string>): PactRequest
  jsonBody(body: unknown): PactRequest
}

/** Who the contracts are about. */
export const EMAIL = 'maya@example.com'
export const PASSWORD = 'pucks over the prairie'

const contract = createContract('channel')

/** A conversation that a visitor begins, with the key of the contracts. */
export const visitorInteraction = () => contract.addInteraction().given('an api key', { api_key: API_KEY })

/** A conversation that a logged-in viewer begins. */
export const viewerInteraction = (params: { verified?: boolean; phone?: string } = {}) =>
  contract
    .addInteraction()
    .given('a viewer', { api_key: API_KEY, email: EMAIL, password: PASSWORD, ...params })

/** A question with the key, in the language of the page. */
export const withQuery = (request: PactRequest) => request.query({ lang: 'en', api_key: API_KEY })

/** A body with the key in it. */
export const withBody =
  (body: object = {}) =>
  (request: PactRequest) =>
    request.query({ lang: 'en' }).jsonBody({ api_key: API_KEY, ...body })

/** What a state of the conversation makes on the server; `example` stands for it here. */
export const fromState = (name: string, example: string) => fromProviderState(`\${${name}}`, example)

/** The viewer, as far as the page reads them. */
const userBody = {
  id: integer(5),
  email: string(EMAIL),
  first_name: string('Maya'),
  last_name: string('Halvorsen'),
  email_verified: boolean(true),
  temporary_password: boolean(false),
  has_password: boolean(true),
  two_factor: boolean(false),
  trial_period_used: boolean(false),
  operator: boolean(false),
  capabilities: like([]),
  feature_count: { clips: integer(0), downloads: integer(0) },
  is_geo_blocked: boolean(false),
  language: string('en'),
}

/** The answer is the viewer; `facts` are what the conversation is about. */
export const respondWithUser =
  (params: object = {}) =>
  (answer: PactResponse) =>
    answer.jsonBody({ data: { ...userBody, ...params } })

/** The answer lets in: another key, and whose it is. */
export const respondWithLogIn = (answer: PactResponse) =>
  answer.jsonBody({ data: { api_key: string('tlk_another'), user: userBody } })

/** The answer is a refusal with this code (§8). */
export const refusalOf =
  (code: string, more: { status?: number; error?: string } = {}) =>
  (answer: PactResponse) => {
    const { status = 400, ...members } = more
    respondWithRefusal(answer, status, code, members)
  }

/** What concerns one field of a form. */
export const respondWithFieldError = (field: string, code: string) => (answer: PactResponse) => {
  respondWithFieldErrors(answer, { [field]: code })
}
