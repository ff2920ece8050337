/** What viewers follow, and where they stopped, as it stands inside others' screens: one chunk, after the first paint. */
export const loadFollowing = () => import('./following')
