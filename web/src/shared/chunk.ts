import { inTime } from './inTime'
import { askForLostSheets } from './sheets'

/** A chunk of the page with all of its styles, also where they did not come the first time; given up after 120 s. */
export const chunk = <Loaded>(load: () => Promise<Loaded>, milliseconds?: number): Promise<Loaded> =>
  inTime(Promise.all([load(), askForLostSheets()]), milliseconds).then(([loaded]) => loaded)
