/**
 * The first script of the page, with the styles of the server's first paint.
 *
 * The script shows the first paint and loads the app after it is painted. On a slow connection, the two would delay
 * each other.
 */
import '@/shared/ui/styles/tokens.css'
import '@/shared/ui/styles/base.css'
import './Site.css'
import './firstPaint.css'
import '@/channel/components/Header.css'
import '@/channel/components/Brand.css'
import '@/shared/ui/ChannelLogo.css'
import '@/shared/ui/Button.css'
import '@/shared/ui/Badge.css'
import '@/shared/ui/Slides.css'
import '@/shared/player/playerFrame.css'
import '@/catalog/components/watch/WatchArea.css'
import '@/catalog/components/event/ScoreStrip.css'
import '@/catalog/components/watch/Gate.css'
import '@/shared/ui/Matchup.css'
import '@/shared/ui/Card.css'
import '@/shared/ui/Rail.css'
import '@/shared/ui/Chips.css'
import '@/shared/ui/Field.css'
import '@/catalog/components/library/Library.css'
import '@/catalog/components/watch/Watch.css'
import '@/clips/components/ClipDetail.css'
import '@/channel/components/auth/Auth.css'
import { RETRY_DELAY_MS } from '@/shared/constants'
import { reloadFailedStylesheets, trackFailedStylesheets } from '@/shared/loading/stylesheets'
import { withTimeout } from '@/shared/loading/withTimeout'
import { delay, showFirstPaint } from './firstPaint'

const loadApp = () => withTimeout(import('./main'))

/**
 * Load the app again after a short delay, with the styles that failed to load. The connection may have dropped only
 * briefly.
 */
async function retryLoad(): Promise<void> {
  await delay(RETRY_DELAY_MS)
  if (!(await reloadFailedStylesheets())) throw new Error('The page has no styles')
  await loadApp()
}

/** Reload the page once. Some browsers, such as Chromium 150, request a script that failed only in a new page. */
function reloadOnce(): Promise<never> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload') throw new Error('The app did not load')
  location.reload()
  return new Promise(() => undefined)
}

/** Show the server's error message. Without the app there are no translated messages. */
function showStartUpError(): void {
  const template = document.querySelector<HTMLTemplateElement>('template#load-error')
  if (template) document.body.replaceChildren(template.content)
}

trackFailedStylesheets()
void showFirstPaint(document)
  .then(loadApp, loadApp)
  .catch(retryLoad)
  .catch(reloadOnce)
  .catch(showStartUpError)
