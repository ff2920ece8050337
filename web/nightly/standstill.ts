import type { Page } from '@playwright/test'

/** What a viewer saw, in seconds. */
export interface Watched {
  /** The furthest that the player got. */
  place: number
  /** The longest time for which the picture did not move, up to the instant at which `until` was reached. */
  longest: number
  /** Where the picture stood still for that long. */
  at: number
  /** What the player said went wrong; empty where it said nothing. */
  error: string
}

declare global {
  interface Window {
    watched?: Watched
  }
}

const LOOK_MS = 100

/** Look ten times a second, in the page itself, whether its picture moves, from now until it is at `until`. */
export async function beginWatching(page: Page, until: number): Promise<void> {
  await page.evaluate(
    ({ until, every }) => {
      const watched: Watched = { place: 0, longest: 0, at: 0, error: '' }
      window.watched = watched
      let movedAt = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        const place = document.querySelector('video')?.currentTime ?? 0
        const error = document.querySelector('.player-failure')
        if (error) watched.error = error.textContent ?? 'an error'
        const stood = (now - movedAt) / 1000
        if (stood > watched.longest) Object.assign(watched, { longest: stood, at: watched.place })
        if (place > watched.place) {
          watched.place = place
          movedAt = now
        }
        if (place >= until) clearInterval(timer)
      }, every)
    },
    { until, every: LOOK_MS },
  )
}

/** What was seen so far. */
export async function watchedSoFar(page: Page): Promise<Watched> {
  const watched = await page.evaluate(() => window.watched)
  if (watched === undefined) throw new Error('the page was loaded again')
  return watched
}
