import { spawn } from 'node:child_process'
import { type Page, test } from '@playwright/test'
import { environment, root } from '../e2e/support/deployment'
import { FRAME_RATE, readFrame, wakePlayer } from '../e2e/support/frameCounter'
import { channelSiteUrl, openNewEvent, stopStream } from '../e2e/support/live'

const SETTLE = 10
const LOOKS = 30
const NUMBERS = 1 << 16

/** Seconds from the making of the picture to its being shown; its counter is the wall clock. */
async function age(page: Page): Promise<number> {
  const { frame, shownAt } = await readFrame(page)
  const now = (shownAt / 1000) * FRAME_RATE
  return ((((now - frame) % NUMBERS) + NUMBERS) % NUMBERS) / FRAME_RATE
}

test('from the encoder to the screen', async ({ page }) => {
  const stream = await openNewEvent()
  const address = `${stream.server}/${stream.key}`
  const encoder = spawn('python', ['-m', 'contracts.nightly.budgets.clock_encoder', address], {
    cwd: root,
    env: environment,
  })
  try {
    await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
    await wakePlayer(page)
    const ages: number[] = []
    for (let n = 0; n < SETTLE + LOOKS; n++) {
      ages.push(await age(page))
      await page.waitForTimeout(1000)
    }
    const settled = ages.slice(SETTLE).sort((a, b) => a - b)
    const at = (share: number): string => (settled[Math.floor(share * (LOOKS - 1))] ?? Number.NaN).toFixed(1)
    console.log(`glass to glass: ${at(0.5)} s (least ${at(0)} s, most ${at(1)} s, ${LOOKS} looks)`)
  } finally {
    encoder.kill()
    await stopStream(stream)
  }
})
