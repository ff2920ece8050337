import { reloadFailedStylesheets } from './stylesheets'
import { withTimeout } from './withTimeout'

/**
 * A chunk of the page with its styles, also where they did not come the first time; given up after 120 s. Whose a lost
 * sheet is nobody knows: one that stays away stops no chunk.
 */
export const loadChunk = <Loaded>(load: () => Promise<Loaded>, milliseconds?: number): Promise<Loaded> =>
  withTimeout(Promise.all([load(), reloadFailedStylesheets()]), milliseconds).then(([loaded]) => loaded)
