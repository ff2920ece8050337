import type { ChannelDetails } from '@/shared/shell'
import type { Package, Team } from './model'
import { isSubscription, type Offer } from './offers'

/** Return the path to the content of an offer: its events, or the library of a channel without events. */
export function watchPath(
  channel: Pick<ChannelDetails, 'categories'>,
  offer: Offer,
  team?: Pick<Team, 'id'>,
): string {
  if (channel.categories.length === 0) return '/vod_library'
  return isSubscription(offer) ? '/' : eventListPath(offer, team)
}

/** Return the path to the schedule of a package, filtered by its team or its only category. */
export function eventListPath(
  { event_categories }: Pick<Package, 'event_categories'>,
  team?: Pick<Team, 'id'>,
) {
  const [category, ...others] = event_categories
  if (team) return `/schedule?participant_id=${team.id}`
  return category !== undefined && others.length === 0 ? `/schedule?category_id=${category}` : '/schedule'
}

/** Return the path to the codes that an order bought for others. */
export const giftsPath = ({ id }: { id: number }): string => `/gifts?order=${id}`
