/** What viewers follow, and where they stopped, as it stands inside others' screens: one chunk, after the first paint. */
export const loadEngagement = () => import('./engagementModule')

/** The spoiler shield in the account's menu. */
export const loadAccountSpoilerSwitch = () => import('./components/AccountSpoilerSwitch')
