import { parseRouteId } from '@/shared/routeId'
import type { EventItem } from '../model'

/** The numbers of games that a multi-view shows at once. */
export const MIN_GAMES = 2
export const MAX_GAMES = 4
/** The number of games that a phone shows. */
export const MAX_PHONE_GAMES = 2

/** Return the ids of the games in a URL (`?events=12,15,18`): each once, and not more than fit. */
export function parseGames(value: string | null): number[] {
  const ids = (value ?? '').split(',').flatMap(id => parseRouteId({ id }) ?? [])
  return [...new Set(ids)].slice(0, MAX_GAMES)
}

/** Return the URL of a multi-view with these games. */
export const multiViewPath = (ids: readonly number[]): string =>
  ids.length > 0 ? `/multiview?events=${ids.join(',')}` : '/multiview'

/** Return the chosen games after a press on one: added, removed, or unchanged if no more fit. */
export function toggleGame(ids: readonly number[], id: number): readonly number[] {
  if (ids.includes(id)) return ids.filter(other => other !== id)
  return ids.length < MAX_GAMES ? [...ids, id] : ids
}

/** Return whether the recording of a game plays as if it were live now. */
export const isSimulatedLive = ({ simulation }: EventItem): boolean => simulation?.state === 'live'
