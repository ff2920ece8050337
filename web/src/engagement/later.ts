/** What viewers follow, and where they stopped, as it stands inside others' screens: one chunk, after the first paint. */
export const loadFollowing = () => import('./following')

/** The spoiler shield in the account's menu. */
export const loadAccountShield = () => import('./components/AccountShield')
