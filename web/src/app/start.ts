/**
 * The page's first line of script, and the styles of what the server has put into the page: its first picture.
 *
 * The picture is shown, and the app fetched once it is painted: on a slow line the two would wait for each other.
 */
import '@/shared/ui/styles/tokens.css'
import '@/shared/ui/styles/base.css'
import './Site.css'
import './first.css'
import '@/channel/components/Header.css'
import '@/channel/components/Brand.css'
import '@/shared/ui/Mark.css'
import '@/shared/ui/Button.css'
import '@/shared/ui/Badge.css'
import '@/shared/ui/Slides.css'
import '@/shared/player/stage.css'
import '@/catalog/components/Stage.css'
import '@/catalog/components/Gate.css'
import '@/shared/ui/Matchup.css'
import '@/shared/ui/Card.css'
import '@/shared/ui/Rail.css'
import '@/shared/ui/Chips.css'
import '@/shared/ui/Field.css'
import '@/catalog/components/Library.css'
import '@/catalog/components/Watch.css'
import '@/clips/components/ClipStage.css'
import '@/channel/components/auth/Auth.css'
import { RETRY_DELAY_MS } from '@/shared/constants'
import { inTime } from '@/shared/inTime'
import { askForLostSheets, noteLostSheets } from '@/shared/sheets'
import { after, showFirst } from './first'

const load = () => inTime(import('./main'))

/** Once more, with the styles that did not come: a line that is lost for a moment is not lost. */
async function loadAgain(): Promise<void> {
  await after(RETRY_DELAY_MS)
  if (!(await askForLostSheets())) throw new Error('The page has no styles')
  await load()
}

/** The server's own words; without the app there are no others. */
function apologise(): void {
  const apology = document.querySelector<HTMLTemplateElement>('template#apology')
  if (apology) document.body.replaceChildren(apology.content)
}

noteLostSheets()
void showFirst(document).then(load, load).catch(loadAgain).catch(apologise)
