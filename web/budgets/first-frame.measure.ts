import { type Browser, expect, test } from '@playwright/test'
import { freeRecording } from '../e2e/support/api'
import { createClip } from './clip'
import { median, writeResults } from './results'

const PRESSES = Number(process.env.BUDGET_PRESSES ?? 7)

/**
 * Return the milliseconds from a click on the first play button to the next frame that the browser presents.
 *
 * Every measurement uses a new browser context with an empty cache, and the click is the first action.
 */
async function measureFirstFrame(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => {
    const browserWindow = window as unknown as { firstFrame: Promise<number> }
    browserWindow.firstFrame = new Promise(resolve => {
      const wait = (pressed: number): void => {
        const video = document.querySelector('video')
        if (video === null) requestAnimationFrame(() => wait(pressed))
        else
          video.requestVideoFrameCallback((_now, frame) => {
            // Ignore frames from before the click.
            if (video.paused || frame.presentationTime < pressed) wait(pressed)
            else resolve(frame.presentationTime - pressed)
          })
      }
      const press = (event: Event): void => {
        removeEventListener('pointerdown', press, true)
        wait(event.timeStamp)
      }
      addEventListener('pointerdown', press, true)
    })
  })
  // Playwright’s checks count as user gestures. First wait for the idle player to fetch its code.
  const playerIdle = page.waitForResponse(/\/assets\/mount-[^/]+\.js$/)
  await page.goto(address)
  await playerIdle
  const play = page.getByRole('button', { name: 'Play' }).first()
  await expect(play).toBeVisible()
  await page.waitForLoadState('networkidle')
  await play.click()
  const milliseconds = await page.evaluate(
    () => (window as unknown as { firstFrame: Promise<number> }).firstFrame,
  )
  await context.close()
  return milliseconds
}

test('the first frame after pressing play', async ({ browser, request, baseURL }) => {
  const game = await freeRecording(request)
  const pages = { recording: `${baseURL}/watch/${game.id}`, clip: await createClip(browser, game.id) }
  const results: Record<string, { median: number; all: number[] }> = {}
  for (const [name, address] of Object.entries(pages)) {
    const times: number[] = []
    for (let press = 0; press < PRESSES; press++)
      times.push(Math.round(await measureFirstFrame(browser, address)))
    results[name] = { median: median(times), all: times }
  }
  writeResults(results)
})
