import type { ChildProcess } from 'node:child_process'
import { expect as expectSoon, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { openStream, publishStream, stopStream } from './support/live'
import { applyPack } from './support/operator'
import { expectPlaying } from './support/playing'
import { registerOperator, Session } from './support/session'
import { translator } from './support/translations'

/** A busy machine takes a few seconds for each segment, and stores what it saw every five seconds. */
const expect = expectSoon.configure({ timeout: 90_000 })
const PASSWORD = 'Plum orchard, last frost'
const encoders: ChildProcess[] = []
const say = translator('fr')

interface Evidence {
  outages: { ends_at: string; seconds: number; side: string }[]
}

test.describe.configure({ timeout: 420_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

/** Return the seconds of an outage of the venue that lasts since before an instant, in ms. */
async function measureOutage(channel: string, event: number, since: number): Promise<number> {
  const output = await runTouchline('analytics', 'evidence', String(event), '--channel', channel, '--json')
  const { outages } = JSON.parse(output) as Evidence
  const last = outages.findLast(({ side }) => side === 'venue')
  return last && Date.parse(last.ends_at) > since ? last.seconds : 0
}

test('a viewer of a live game whose encoder failed gets the share of the price back', {
  tag: '@nightly',
}, async ({ browser, request }) => {
  const channel = `venue-${Date.now()}`
  const start = new Date().toISOString().slice(0, 16).replace('T', ' ')
  await applyPack({
    channel:
      `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n` +
      'settings: {make_good: {mode: propose, share_percent: 5, full_percent: 100, method: refund}}\n',
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events:
      `- {key: final, name: Final, category: hockey, starts: "${start}", duration: 2h, ` +
      'pass: ppv, price: {base: 12}}\n',
    packages:
      'packages:\n  - {key: single, name: Single game, type: event, price: {base: 12}, capabilities: [watch]}\n',
  })
  const stream = await openStream('final', channel)
  const id = stream.event_id

  const login = uniqueEmailAddress('viewer')
  const viewer = await Session.register(request, channel, { login, password: PASSWORD })
  const { lines } = await viewer.send<{ lines: { single_event_package_id: number }[] }>(
    'GET',
    `/offers?event_id=${id}`,
  )
  await viewer.send('POST', '/stripe/buy', {
    type: 'event',
    id,
    single_event_package_id: lines[0]?.single_event_package_id,
    payment_method: 'pm_card_visa',
  })
  await viewer.send('PATCH', '/profile', { language: 'fr' })
  const context = await viewer.openContext(browser, { width: 390, language: 'fr' })
  const page = await context.newPage()
  await page.goto(`/watch/${id}`)
  encoders.push(await publishStream(stream))
  await expect(page.locator('video')).toHaveCount(1)
  await expectPlaying(page)

  // The encoder fails. The viewer stays, and the server measures the outage.
  const failedAt = Date.now()
  encoders[0]?.kill('SIGKILL')
  await expect.poll(() => measureOutage(channel, id, failedAt + 20_000)).toBeGreaterThanOrEqual(36)
  encoders.push(await publishStream(stream))
  await expectPlaying(page)
  await stopStream(stream, channel)
  encoders[1]?.kill()

  const owner = await registerOperator(request, channel, 'owner')
  const studio = await (await owner.openContext(browser, { width: 390, language: 'fr' })).newPage()
  await studio.goto('/studio/schedule/final/make-good')
  const proposal = studio.getByRole('row').filter({ hasText: 'Odette Vance' })
  await expect(proposal).toContainText(say('Venue').source.slice(1, -1))
  expect(await violationsOn(studio)).toEqual([])
  await studio.getByRole('button', { name: say('Pay {unpaid}') }).click()
  await studio
    .getByRole('dialog')
    .getByRole('button', { name: say('Pay {unpaid}') })
    .click()
  await expect(studio.getByText(say('Everybody was paid. The viewers got an email.'))).toBeVisible()

  // The viewer gets an email with the credit note. The order shows the amount.
  const subject = /^Nous avons remboursé (\d+,\d\d)\s\$US pour Final/
  const findEmail = async () =>
    (await listEmailsTo(request, login)).find(email => subject.test(email.subject))
  await expect.poll(findEmail).toBeDefined()
  const [, amount = ''] = subject.exec((await findEmail())?.subject ?? '') ?? []
  await page.goto('/profile')
  await expect(page.getByText(new RegExp(`Nous avons remboursé ${amount}\\s\\$ pour Final`))).toBeVisible()
  const again = await runTouchline('orders', 'make-good', 'final', '--yes', '--channel', channel)
  expect(again).toContain('To pay: 0.00 USD.')

  // The public page shows the interruption, and no number that could point at one viewer.
  await page.goto('/status')
  await expect(page.getByText(say('Viewers were paid back.'))).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
