import type { ChannelDetails } from './shell'

/** Return whether a channel has games. Without games there are no scores to hide, teams to follow or clips to create. */
export const hasEvents = ({ categories, groups }: Pick<ChannelDetails, 'categories' | 'groups'>): boolean =>
  categories.length + groups.length > 0
