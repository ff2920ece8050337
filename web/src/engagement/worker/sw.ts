/**
 * The site's service worker, built as `/sw.js`: it shows the news that the server pushes (W3C Push API) and
 * opens their page. It caches nothing: a page is always the server's own.
 */
import { registerHandlers } from './handlers'
import type { WorkerScope } from './scope'

registerHandlers(globalThis as unknown as WorkerScope)
