import type { ChannelDetails } from '@/shared/shell'

/** Whether a channel has games: without them there is no score to hide, and nobody to follow. */
export const hasEvents = ({ categories, groups }: Pick<ChannelDetails, 'categories' | 'groups'>): boolean =>
  categories.length + groups.length > 0
