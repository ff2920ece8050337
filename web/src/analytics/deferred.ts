/** Load the chunk that tracks events and asks for consent, after the first paint. */
export const loadTracking = () => import('./tracking')
