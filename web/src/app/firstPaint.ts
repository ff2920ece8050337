import { readPageConfig } from './pageConfig'

/** The app does not wait longer for a large picture on a slow line. */
const IMAGE_TIMEOUT_MS = 500
/** A page in the background is never painted. */
const PAINT_TIMEOUT_MS = 1_000

/**
 * Shows the server's first picture of the page; done once it is painted.
 *
 * Who hides scores does not see what tells of a game: the server, which does not know who looks, may have put
 * the channel's own words and a picture out of the game into it.
 */
export async function showFirstPaint(document: Document): Promise<void> {
  const first = document.getElementById('first')
  if (!first) return
  if ('spoiler' in first.dataset && shouldHideScores(document)) return first.remove()
  first.dataset.shown = ''
  if (document.hidden) return
  const picture = first.querySelector<HTMLImageElement>('img[fetchpriority]')
  await Promise.race([picture?.decode().catch(() => undefined), delay(IMAGE_TIMEOUT_MS)])
  await Promise.race([nextPaint(), delay(PAINT_TIMEOUT_MS)])
}

/** The wish as `SpoilerStore` keeps it. */
function shouldHideScores(document: Document): boolean {
  try {
    const { storage_prefix } = readPageConfig(document)
    return localStorage.getItem(`${storage_prefix}hide_scores`)?.includes('"hides":true') ?? false
  } catch {
    return false
  }
}

export const delay = (ms: number) => new Promise(done => setTimeout(done, ms))
/** The task behind the next frame. */
const nextPaint = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
