/** What counts, and what asks whether it may: one chunk, after the first paint. */
export const loadTracking = () => import('./tracking')
