import { readPageFacts } from './page'

/** The app does not wait longer for a large picture on a slow line. */
const PICTURE_MS = 500
/** A page in the background is never painted. */
const PAINT_MS = 1_000

/**
 * Shows the server's first picture of the page; done once it is painted.
 *
 * Who hides scores does not see what tells of a game: the server, which does not know who looks, may have put
 * the channel's own words and a picture out of the game into it.
 */
export async function showFirst(document: Document): Promise<void> {
  const first = document.getElementById('first')
  if (!first) return
  if ('tells' in first.dataset && hidesScores(document)) return first.remove()
  first.dataset.shown = ''
  if (document.hidden) return
  const picture = first.querySelector<HTMLImageElement>('img[fetchpriority]')
  await Promise.race([picture?.decode().catch(() => undefined), after(PICTURE_MS)])
  await Promise.race([painted(), after(PAINT_MS)])
}

/** The wish as `SpoilerStore` keeps it. */
function hidesScores(document: Document): boolean {
  try {
    const { storage_prefix } = readPageFacts(document)
    return localStorage.getItem(`${storage_prefix}hide_scores`)?.includes('"hides":true') ?? false
  } catch {
    return false
  }
}

export const after = (ms: number) => new Promise(done => setTimeout(done, ms))
/** The task behind the next frame. */
const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
