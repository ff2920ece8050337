import type { ChannelDetails } from '@/shared/shell'
import type { Package, Team } from './model'
import { isSubscription, type Offer } from './offers'

/** Where what an offer opens is watched: its games, or the library of a channel that has no games. */
export function watchPath(
  channel: Pick<ChannelDetails, 'categories'>,
  offer: Offer,
  team?: Pick<Team, 'id'>,
): string {
  if (channel.categories.length === 0) return '/vod_library'
  return isSubscription(offer) ? '/' : eventListPath(offer, team)
}

/** The list of the games of a package: of its team, or of its category where it has one alone. */
export function eventListPath(
  { event_categories }: Pick<Package, 'event_categories'>,
  team?: Pick<Team, 'id'>,
) {
  const [category, ...others] = event_categories
  if (team) return `/schedule?participant_id=${team.id}`
  return category !== undefined && others.length === 0 ? `/schedule?category_id=${category}` : '/schedule'
}
