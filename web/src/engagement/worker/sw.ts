/**
 * The site's service worker, built as `/sw.js`: it shows the server's push messages (W3C Push API) and
 * opens their pages. It caches nothing, so that every page comes from the server.
 */
import { registerHandlers } from './handlers'
import type { WorkerScope } from './scope'

registerHandlers(globalThis as unknown as WorkerScope)
