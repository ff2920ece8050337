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

/** Start an interaction of a viewer with a password. */
export const viewerInteraction = (params: StateParams = {}) =>
  interaction(['a viewer', { api_key: API_KEY, email: EMAIL, password: PASSWORD, ...params }])

/** The fields of a viewer that the page reads. */
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

/** Respond with the viewer. `params` override the fields that the interaction checks. */
export const respondWithUser =
  (params: object = {}) =>
  (response: PactResponse) =>
    response.jsonBody({ data: { ...userBody, ...params } })

/** Respond to a login with a new API key and its viewer. */
export const respondWithLogIn = (response: PactResponse) =>
  response.jsonBody({ data: { api_key: string('tlk_another'), user: userBody } })

/** Respond with an error of this code (§8). */
export const refusalOf =
  (code: string, options: { status?: number; error?: string } = {}) =>
  (response: PactResponse) => {
    const { status = 400, ...members } = options
    respondWithRefusal(response, status, code, members)
  }

/** Respond with an error for one field of a form. */
export const respondWithFieldError = (field: string, code: string) => (response: PactResponse) => {
  respondWithFieldErrors(response, { [field]: code })
}
