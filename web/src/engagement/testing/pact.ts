import { createInteractions, EMAIL, type State, sessionAt } from '@/shared/testing/pact'
import { EngagementApi } from '../api'

export const { viewerInteraction, visitorInteraction } = createInteractions('engagement')
export const apiAt = (host: string) => new EngagementApi(sessionAt(host))

export const TEAM: State = ['a team', { id: 70 }]
export const EVENT: State = ['an event', { id: 12 }]
export const FINISHED_EVENT: State = ['an event', { id: 12, stream_status: 'finished' }]
/** Provider states: favorite 1 of the team, reminder 1 of the game, and a position in the recording. */
export const FAVORITE: State = ['a favorite', { email: EMAIL, id: 1, participant_id: 70 }]
export const REMINDER: State = ['a reminder', { email: EMAIL, id: 1, event_id: 12 }]
export const POSITION: State = ['a watch position', { email: EMAIL, event_id: 12, position: 754 }]
