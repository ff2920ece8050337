import { type Browser, expect, test } from '@playwright/test'
import { freeRecording } from '../e2e/support/api'
import { aClip } from './clip'
import { median, tell } from './told'

const PRESSES = Number(process.env.BUDGET_PRESSES ?? 7)

/**
 * Milliseconds from a press on the first play button to the first frame that the browser presents after it.
 * Each time in a browser that has seen nothing yet, as a visitor's, who presses before anything else.
 */
async function fromPressToFrame(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(() => {
    const told = window as unknown as { firstFrame: Promise<number> }
    told.firstFrame = new Promise(resolve => {
      const wait = (pressed: number): void => {
        const video = document.querySelector('video')
        if (video === null) requestAnimationFrame(() => wait(pressed))
        else
          video.requestVideoFrameCallback((_now, frame) => {
            // What stood there before is not what was pressed for.
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
  // To look at the page counts as a gesture of its viewer: not before the player rests, which is when it fetches its code.
  const rests = page.waitForResponse(/\/assets\/mount-[^/]+\.js$/)
  await page.goto(address)
  await rests
  const play = page.getByRole('button', { name: 'Play' }).first()
  await expect(play).toBeVisible()
  await page.waitForLoadState('networkidle')
  await play.click()
  const found = await page.evaluate(() => (window as unknown as { firstFrame: Promise<number> }).firstFrame)
  await context.close()
  return found
}

test('the first frame after pressing play', async ({ browser, request, baseURL }) => {
  const game = await freeRecording(request)
  const pages = { recording: `${baseURL}/watch/${game.id}`, clip: await aClip(browser, game.id) }
  const found: Record<string, { median: number; all: number[] }> = {}
  for (const [name, address] of Object.entries(pages)) {
    const all: number[] = []
    for (let press = 0; press < PRESSES; press++)
      all.push(Math.round(await fromPressToFrame(browser, address)))
    found[name] = { median: median(all), all }
  }
  tell(found)
})
