import { reloadFailedStylesheets } from './stylesheets'
import { withTimeout } from './withTimeout'

/**
 * Load a chunk and retry style sheets that failed to load before. Loading times out after 120 s. A failed style sheet
 * cannot be matched to its chunk, so a second failure rejects no chunk.
 */
export const loadChunk = <Loaded>(load: () => Promise<Loaded>, milliseconds?: number): Promise<Loaded> =>
  withTimeout(Promise.all([load(), reloadFailedStylesheets()]), milliseconds).then(([loaded]) => loaded)
