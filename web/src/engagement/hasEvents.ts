import type { ChannelDetails } from '@/shared/shell'

/** Return whether a channel has games. Without games there are no scores to hide and no teams to follow. */
export const hasEvents = ({ categories, groups }: Pick<ChannelDetails, 'categories' | 'groups'>): boolean =>
  categories.length + groups.length > 0
