import { readPageConfig } from './pageConfig'

/** Longest wait for a large image on a slow connection before the app loads. */
const IMAGE_TIMEOUT_MS = 500
/** Longest wait for a paint. A page in the background is never painted. */
const PAINT_TIMEOUT_MS = 1_000

/**
 * Show the server's first paint of the page, and wait until it is painted.
 *
 * If the viewer hides scores, remove a first paint that may reveal a result. The server does not know the viewer, so
 * the channel's texts or an event's image may show the result.
 */
export async function showFirstPaint(document: Document): Promise<void> {
  const firstPaint = document.getElementById('first')
  if (!firstPaint) return
  if ('spoiler' in firstPaint.dataset && shouldHideScores(document)) return firstPaint.remove()
  firstPaint.dataset.shown = ''
  if (document.hidden) return
  const image = firstPaint.querySelector<HTMLImageElement>('img[fetchpriority]')
  await Promise.race([image?.decode().catch(() => undefined), delay(IMAGE_TIMEOUT_MS)])
  await Promise.race([nextPaint(), delay(PAINT_TIMEOUT_MS)])
}

/** Return whether the viewer hides scores, as `SpoilerStore` stores it. */
function shouldHideScores(document: Document): boolean {
  try {
    const { storage_prefix } = readPageConfig(document)
    return localStorage.getItem(`${storage_prefix}hide_scores`)?.includes('"hides":true') ?? false
  } catch {
    return false
  }
}

export const delay = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
/** Wait for the task after the next frame. */
const nextPaint = () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)))
