import { API_KEY, createContract, sessionAt } from '@/shared/testing/pact'
import { EngagementApi } from '../api'

interface PactRequest {
  query(query: Record<string, string>): PactRequest
  jsonBody(body: unknown): PactRequest
}

/** Who the contracts are about. */
export const EMAIL = 'maya@example.com'

type StateParams = Record<string, string | number | boolean>
type State = [name: string, params: StateParams]

const contract = createContract('engagement')
export const apiAt = (host: string) => new EngagementApi(sessionAt(host))

/** A conversation that a visitor begins, with a server in these states. */
export function visitorInteraction(...states: State[]) {
  const begun = contract.addInteraction().given('an api key', { api_key: API_KEY })
  for (const [name, params] of states) begun.given(name, params)
  return begun
}

/** A conversation that a logged-in viewer begins. */
export function viewerInteraction(...states: State[]) {
  const begun = contract.addInteraction().given('a viewer', { api_key: API_KEY, email: EMAIL })
  for (const [name, params] of states) begun.given(name, params)
  return begun
}

export const TEAM: State = ['a team', { id: 70 }]
export const EVENT: State = ['an event', { id: 12 }]
export const FINISHED_EVENT: State = ['an event', { id: 12, stream_status: 'finished' }]
/** What the viewer has: favourite 1 of the team, reminder 1 of the game, a place in the recording. */
export const FAVORITE: State = ['a favorite', { email: EMAIL, id: 1, participant_id: 70 }]
export const REMINDER: State = ['a reminder', { email: EMAIL, id: 1, event_id: 12 }]
export const POSITION: State = ['a watch position', { email: EMAIL, event_id: 12, position: 754 }]

/** A question with the key, in the language of the page. */
export const withQuery =
  (query: Record<string, string> = {}) =>
  (request: PactRequest) =>
    request.query({ ...query, lang: 'en', api_key: API_KEY })

/** A body with the key in it. */
export const withBody =
  (body: object = {}) =>
  (request: PactRequest) =>
    request.query({ lang: 'en' }).jsonBody({ api_key: API_KEY, ...body })
