import { spawn } from 'node:child_process'
import { test } from '@playwright/test'
import { environment, root } from '../e2e/support/deployment'
import { pictureDelay, wakePlayer } from '../e2e/support/frameCounter'
import { channelSiteUrl, openNewEvent, stopStream } from '../e2e/support/live'

const WARM_UP_SAMPLES = 10
const SAMPLES = 30

test('delay from the encoder to the screen', async ({ page }) => {
  const stream = await openNewEvent()
  const address = `${stream.server}/${stream.key}`
  const encoder = spawn('python', ['-m', 'contracts.nightly.budgets.clock_encoder', address], {
    cwd: root,
    env: environment,
  })
  try {
    await page.goto(`${channelSiteUrl}/watch/${stream.event_id}`)
    await wakePlayer(page)
    const delays: number[] = []
    for (let n = 0; n < WARM_UP_SAMPLES + SAMPLES; n++) {
      delays.push(await pictureDelay(page))
      await page.waitForTimeout(1000)
    }
    const settled = delays.slice(WARM_UP_SAMPLES).sort((a, b) => a - b)
    const at = (share: number): string =>
      (settled[Math.floor(share * (SAMPLES - 1))] ?? Number.NaN).toFixed(1)
    console.log(`glass to glass: ${at(0.5)} s (min. ${at(0)} s, max. ${at(1)} s, ${SAMPLES} samples)`)
  } finally {
    encoder.kill()
    await stopStream(stream)
  }
})
