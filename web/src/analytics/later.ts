/** What counts: one chunk, after the first paint. */
export const loadCounting = () => import('./counting')
