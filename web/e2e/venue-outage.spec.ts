import type { ChildProcess } from 'node:child_process'
import { expect as expectSoon, test } from '@playwright/test'
import { runTouchline } from './support/commands'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { openStream, publishStream, stopStream, waitForExit } from './support/live'
import { createPaidGame, registerBuyer } from './support/paidGame'
import { expectPlaying } from './support/playing'

/** Evidence arrives some seconds after it was measured, and later on a busy machine. */
const expect = expectSoon.configure({ timeout: 90_000 })

/** The seconds that the encoder is off. An interruption of less than 30 seconds is no outage. */
const OUTAGE_SECONDS = 40

const encoders: ChildProcess[] = []

test.describe.configure({ timeout: 360_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

test('a viewer of a live game whose encoder failed gets money back with one press in the studio', async ({
  browser,
  request,
}) => {
  const channel = `venue-${Date.now()}`
  const policy = '{mode: propose, method: refund, full_percent: 90}'
  const { owner, id } = await createPaidGame(request, channel, { starts: 'now -1m', policy })
  const login = uniqueEmailAddress('viewer')
  const viewer = await registerBuyer(request, channel, { id, login, language: 'fr' })

  // The encoder fails in the middle of the game, and returns.
  const stream = await openStream('final', channel)
  encoders.push(await publishStream(stream))
  const context = await viewer.openContext(browser, { width: 390, height: 844, language: 'fr' })
  const page = await context.newPage()
  await page.goto(`/watch/${id}`)
  await expect(page.locator('video')).toHaveCount(1)
  await expectPlaying(page)
  const [encoder] = encoders
  encoder?.kill()
  await waitForExit(encoder as ChildProcess)
  const failedAt = Date.now()
  await expect.poll(() => Date.now() - failedAt).toBeGreaterThan(OUTAGE_SECONDS * 1000)
  encoders.push(await publishStream(stream))
  await expectPlaying(page)
  const outageSides = async () => {
    const output = await runTouchline('analytics', 'evidence', String(id), '--channel', channel, '--json')
    const { outages } = JSON.parse(output) as { outages: { side: string; ends_at: string }[] }
    return outages.filter(({ ends_at }) => Date.parse(ends_at) > failedAt).map(({ side }) => side)
  }
  await expect.poll(outageSides).toEqual(['venue'])
  await stopStream(stream, channel)

  // The operator sees who lost how much, and pays with one press.
  const operatorContext = await owner.openContext(browser)
  const studio = await operatorContext.newPage()
  // The last evidence may still change the amount. The server then refuses the press.
  await page.goto('/')
  await expect(async () => {
    await studio.goto('/studio/schedule/final/make-good')
    await expect(studio.getByRole('table').getByText('Venue')).toBeVisible({ timeout: 15_000 })
    const pay = studio.getByRole('button', { name: /^Pay \$/ })
    await pay.click({ timeout: 15_000 })
    await studio
      .getByRole('dialog')
      .getByRole('button', { name: /^Pay \$/ })
      .click()
    await expect(studio.getByText('Everybody was paid. The viewers got an email.')).toBeVisible({
      timeout: 15_000,
    })
  }).toPass({ timeout: 90_000 })

  // The viewer gets an email, and the order shows what was paid back.
  await expect
    .poll(async () => (await listEmailsTo(request, login)).map(({ subject }) => subject))
    .toContainEqual(expect.stringMatching(/^Nous avons remboursé \d+,\d\d\s\$US pour Final/))
  await page.goto('/profile')
  await expect(page.getByText(/^Nous avons remboursé \d+,\d\d\s\$ pour Final/)).toBeVisible()
  for (const opened of [context, operatorContext]) await opened.close()
})
