import type { ChildProcess } from 'node:child_process'
import { type Browser, expect as expectSoon, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { uniqueEmailAddress } from './support/emails'
import { openStream, publishStream } from './support/live'
import { applyPack } from './support/operator'
import { expectPlaying, pressUntil, startPlaying } from './support/playing'
import { Session } from './support/session'
import { translator } from './support/translations'

/** A device asks for a place every 10 seconds, and a stopped one plays what it has buffered. */
const expect = expectSoon.configure({ timeout: 90_000 })

const PASSWORD = 'Plum orchard, last frost'

const encoders: ChildProcess[] = []

test.describe.configure({ timeout: 300_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

test('three devices watch a live game, and the fourth takes the place of one', async ({
  browser,
  request,
}) => {
  const channel = `devices-${Date.now()}`
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events: '- {key: final, name: Final, category: hockey, starts: now -1m, duration: 2h, pass: paid}\n',
    packages:
      'packages:\n  - {key: season, name: Season, type: season, price: {base: 12}, capabilities: [watch]}\n',
  })
  const stream = await openStream('final', channel)
  encoders.push(await publishStream(stream))
  const login = uniqueEmailAddress('family')
  const buyer = await Session.register(request, channel, { login, password: PASSWORD })
  const { lines } = await buyer.send<{ lines: { id: number }[] }>('GET', '/offers')
  await buyer.send('POST', '/stripe/buy', {
    type: 'package',
    id: lines[0]?.id,
    payment_method: 'pm_card_visa',
  })

  const watch = async (options: Parameters<Session['openContext']>[1] = {}) => {
    const page = await openDevice(browser, options)
    await page.goto(`/watch/${stream.event_id}`)
    return page
  }
  const openDevice = async (on: Browser, options: Parameters<Session['openContext']>[1]) => {
    const session = await Session.logIn(request, channel, { login, password: PASSWORD })
    return (await session.openContext(on, options)).newPage()
  }
  const first = await watch()
  const others = [await watch(), await watch()]
  for (const page of [first, ...others]) await startPlaying(page)

  // The fourth device lists the others. It stops one, and plays.
  const say = translator('fr')
  const fourth = await watch({ width: 390, height: 844, language: 'fr' })
  const title = fourth.getByRole('heading', { name: /3/ }).filter({ hasText: 'appareils' })
  await expect(title).toBeVisible()
  await expect(fourth.locator('video')).toHaveCount(0)
  const stopButtons = fourth.getByRole('button', { name: say('Stop {name}') })
  await expect(stopButtons).toHaveCount(3)
  expect(await violationsOn(fourth)).toEqual([])
  await stopButtons.first().click()
  await expectPlaying(fourth)

  // The stopped device shows it. The other two play on.
  const pages = [first, ...others]
  const stopped = (page: (typeof pages)[number]) =>
    page.getByRole('heading', { name: 'Stopped on another device' })
  await expect
    .poll(async () => (await Promise.all(pages.map(page => stopped(page).count()))).toSorted())
    .toEqual([0, 0, 1])
  const counts = await Promise.all(pages.map(page => stopped(page).count()))
  const playing = pages.filter((_, index) => counts[index] === 0)
  for (const page of playing) await expectPlaying(page)

  // A closed page frees its place for the stopped device.
  await playing[0]?.close()
  const stoppedPage = pages[counts.indexOf(1)] as Page
  const resume = stoppedPage.getByRole('button', { name: 'Watch here' })
  await pressUntil(resume, async () => (await stoppedPage.locator('video').count()) === 1)
  for (const page of [...pages, fourth]) await page.context().close()
})
