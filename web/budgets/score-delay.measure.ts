import { spawn } from 'node:child_process'
import { test } from '@playwright/test'
import { environment, root } from '../e2e/support/deployment'
import { pictureDelay, wakePlayer } from '../e2e/support/frameCounter'
import { openStream, stopStream } from '../e2e/support/live'
import { applyPack, siteUrl } from '../e2e/support/operator'
import { expectPlaying } from '../e2e/support/playing'
import { enterPin, half, openPhone, type ScorerLink } from '../e2e/support/scoring'
import { registerOperator } from '../e2e/support/session'
import { translator } from '../e2e/support/translations'
import { median, writeResults } from './results'

const PRESSES = Number(process.env.BUDGET_PRESSES ?? 7)
const CHANNEL = `score-delay-${Date.now()}`
const WARM_UP_SECONDS = 20

test('from a press on the phone to the viewer at the live edge', async ({ browser, page, playwright }) => {
  await applyPack({
    channel: `slug: ${CHANNEL}\nname: ${CHANNEL}\ndomains: [${CHANNEL}.localhost]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    participants:
      '- {key: timber, name: Timber, color: "#0b5d3b", category: hockey}\n' +
      '- {key: tide, name: Tide, color: "#f2b01e", category: hockey}\n',
    events:
      '- {key: game, away: timber, home: tide, category: hockey, starts: now -1m, duration: 2h, pass: free}\n',
  })
  const stream = await openStream('game', CHANNEL)
  const encoder = spawn(
    'python',
    ['-m', 'contracts.nightly.budgets.clock_encoder', `${stream.server}/${stream.key}`],
    { cwd: root, env: environment },
  )
  try {
    const owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
    const path = `/studio/events/${stream.event_id}/scorer-link`
    const phone = await openPhone(browser, CHANNEL)
    await enterPin(phone, await owner.send<ScorerLink>('POST', path, {}), 'Ana', translator('en'))
    await page.goto(`${siteUrl(CHANNEL)}/watch/${stream.event_id}`)
    await wakePlayer(page)
    await page.getByRole('button', { name: 'Play' }).first().click()
    await expectPlaying(page)
    await page.waitForTimeout(WARM_UP_SECONDS * 1000)
    const score: number[] = []
    const picture: number[] = []
    const home = page.locator('.score-strip b').last()
    for (let press = 1; press <= PRESSES; press += 1) {
      picture.push(await pictureDelay(page))
      const pressedAt = Date.now()
      await half(phone, 'home').click()
      await home.getByText(String(press), { exact: true }).waitFor({ timeout: 30_000 })
      score.push((Date.now() - pressedAt) / 1000)
    }
    writeResults({ score: median(score), picture: median(picture), all: { score, picture } })
  } finally {
    encoder.kill()
    await stopStream(stream, CHANNEL)
  }
})
