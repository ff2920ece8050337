import { MatchersV3 } from '@pact-foundation/pact'
import {
  API_KEY,
  createInteractions,
  EMAIL,
  type PactResponse,
  respondWithFieldErrors,
  respondWithRefusal,
  type StateParams,
} from '@/shared/testing/pact'

const { boolean, integer, like, string } = MatchersV3

/** The viewer's password. */
export const PASSWORD = 'pucks over the prairie'

export const { interaction, visitorInteraction } = createInteractions('channel')

/** A viewer with a password starts an interaction. */
export const viewerInteraction = (params: StateParams = {}) =>
  interaction(['a viewer', { api_key: API_KEY, email: EMAIL, password: PASSWORD, ...params }])

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
