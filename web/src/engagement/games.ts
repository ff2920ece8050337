import type { ChannelFacts } from '@/shared/shell'

/** Whether a channel has games: without them there is no score to hide, and nobody to follow. */
export const hasGames = ({ categories, groups }: Pick<ChannelFacts, 'categories' | 'groups'>): boolean =>
  categories.length + groups.length > 0
