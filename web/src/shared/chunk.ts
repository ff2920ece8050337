import { inTime } from './inTime'
import { askForLostSheets } from './sheets'

/**
 * A chunk of the page with its styles, also where they did not come the first time; given up after 120 s. Whose a lost
 * sheet is nobody knows: one that stays away stops no chunk.
 */
export const chunk = <Loaded>(load: () => Promise<Loaded>, milliseconds?: number): Promise<Loaded> =>
  inTime(Promise.all([load(), askForLostSheets()]), milliseconds).then(([loaded]) => loaded)
