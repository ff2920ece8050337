/** Load the components of this context for the screens of other contexts: one chunk, after the first paint. */
export const loadEngagement = () => import('./engagementModule')

/** Load the spoiler switch of the account menu. */
export const loadAccountSpoilerSwitch = () => import('./components/AccountSpoilerSwitch')
