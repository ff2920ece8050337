import { lazyComponent } from '@/shared/loading/lazyComponent'

/** The player of a summary. Preload it where a summary can be started. */
export const SummaryPlayer = lazyComponent(() => import('./SummaryPlayer'))
