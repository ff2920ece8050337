import { spawn } from 'node:child_process'
import { test } from '@playwright/test'
import { environment, root } from '../e2e/support/deployment'
import { pictureDelay, wakePlayer } from '../e2e/support/frameCounter'
import { channelSiteUrl, openNewEvent, stopStream } from '../e2e/support/live'
import { writeResults } from './results'

const WARM_UP_SAMPLES = 10
const SAMPLES = Number(process.env.BUDGET_SAMPLES ?? 30)

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
    writeResults(delays.slice(WARM_UP_SAMPLES))
  } finally {
    encoder.kill()
    await stopStream(stream)
  }
})
