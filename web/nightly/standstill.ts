import type { Page } from '@playwright/test'

/** A measurement of playback, in seconds. */
export interface PlaybackMeasurement {
  /** The furthest position of the player. */
  place: number
  /** The longest freeze before the player reached `until`. */
  longest: number
  /** The position of the longest freeze. */
  at: number
  /** The error message of the player, if any. */
  error: string
}

declare global {
  interface Window {
    watched?: PlaybackMeasurement
  }
}

const CHECK_INTERVAL_MS = 100

/** Start to check for freezes ten times a second, in the page, until the video reaches `until`. */
export async function startMeasuring(page: Page, until: number): Promise<void> {
  await page.evaluate(
    ({ until, every }) => {
      const watched: PlaybackMeasurement = { place: 0, longest: 0, at: 0, error: '' }
      window.watched = watched
      let movedAt = performance.now()
      const timer = setInterval(() => {
        const now = performance.now()
        const place = document.querySelector('video')?.currentTime ?? 0
        const error = document.querySelector('.player-failure')
        if (error) watched.error = error.textContent ?? 'an error'
        const frozen = (now - movedAt) / 1000
        if (frozen > watched.longest) Object.assign(watched, { longest: frozen, at: watched.place })
        if (place > watched.place) {
          watched.place = place
          movedAt = now
        }
        if (place >= until) clearInterval(timer)
      }, every)
    },
    { until, every: CHECK_INTERVAL_MS },
  )
}

/** Return the measurement so far. */
export async function readMeasurement(page: Page): Promise<PlaybackMeasurement> {
  const watched = await page.evaluate(() => window.watched)
  if (watched === undefined) throw new Error('the page has reloaded')
  return watched
}
