import { expect, type Page, test } from '@playwright/test'
import { applyPack, ownChannelSlug } from './support/operator'
import {
  enterPin,
  half,
  measurePresses,
  median,
  openPhone,
  readScore,
  type ScorerLink,
} from './support/scoring'
import { registerOperator, type Session } from './support/session'
import { translator } from './support/translations'

const CHANNEL = ownChannelSlug('scorer')
const MAX_PRESS_MS = 50
const SPORTS = ['hockey', 'volleyball', 'basketball', 'baseball']

let owner: Session

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000)
  await applyPack({
    channel: `slug: ${CHANNEL}\nname: ${CHANNEL}\ndomains: [${CHANNEL}.localhost]\nlanguages: [en, fr]\n`,
    categories: SPORTS.map(sport => `- {key: ${sport}, name: ${sport}, sport: ${sport}}\n`).join(''),
    participants: SPORTS.map(
      sport =>
        `- {key: timber-${sport}, name: Cedar Ridge Timber, short_name: Timber, color: "#0b5d3b", category: ${sport}}\n` +
        `- {key: tide-${sport}, name: Port Ellis Tide, short_name: Tide, color: "#f2b01e", category: ${sport}}\n`,
    ).join(''),
    events: SPORTS.map(
      sport =>
        `- {key: ${sport}, away: timber-${sport}, home: tide-${sport}, category: ${sport}, starts: now -5m, duration: 2h, pass: free}\n`,
    ).join(''),
  })
  owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
})

async function eventId(sport: string): Promise<number> {
  const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
  return events.find(({ key }) => key === sport)?.id as number
}

const createLink = async (sport: string) =>
  owner.send<ScorerLink>('POST', `/studio/events/${await eventId(sport)}/scorer-link`, {})

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('two scorers, one of them offline for 40 presses, end with one state', async ({ browser }) => {
  const say = translator('en')
  const link = await createLink('hockey')
  const ana = await openPhone(browser, CHANNEL)
  const ben = await openPhone(browser, CHANNEL)
  await enterPin(ana, link, 'Ana', say)
  await enterPin(ben, link, 'Ben', say)

  // What the model knows: the goals by side.
  const goals = { away: 0, home: 0 }
  const score = async (page: Page, side: 'away' | 'home') => {
    goals[side] += 1
    await half(page, side).click()
  }
  await ana.getByRole('button', { name: 'Start clock' }).click()
  await score(ana, 'home')
  await score(ana, 'away')
  await expect.poll(() => readScore(ben)).toEqual([1, 1])

  await ana.context().setOffline(true)
  let presses = 0
  for (let turn = 0; turn < 8; turn += 1) {
    await score(ana, turn % 3 === 0 ? 'away' : 'home')
    await score(ana, 'home')
    await ana.getByRole('button', { name: /^Undo: Goal, Tide/ }).click()
    goals.home -= 1
    await ana.getByRole('button', { name: /clock$/ }).click()
    await ana.getByRole('button', { name: 'Clock ahead by 10 s' }).click()
    presses += 5
  }
  expect(presses).toBe(40)
  await expect(ana.getByText('40 waiting, offline')).toBeVisible()
  expect(await readScore(ana)).toEqual([goals.away, goals.home])

  // Ben corrects the first goal, undoes the second, and adds his own.
  await row(ben, 'Goal, Tide').getByRole('button', { name: 'Correct' }).click()
  const dialog = ben.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Timber' }).click()
  await dialog.getByRole('button', { name: 'Correct' }).click()
  goals.home -= 1
  goals.away += 1
  await row(ben, '1–1')
    .getByRole('button', { name: 'Undo' })
    .or(row(ben, '2–0').getByRole('button', { name: 'Undo' }))
    .first()
    .click()
  goals.away -= 1
  for (let goal = 0; goal < 3; goal += 1) await score(ben, 'home')

  await ana.context().setOffline(false)
  for (const page of [ana, ben]) {
    await expect.poll(() => readScore(page)).toEqual([goals.away, goals.home])
    await expect(page.getByText('Everything is saved', { exact: true })).toBeVisible()
  }
  const timeline = await owner.send<{ entries: { author: string }[] }>(
    'GET',
    `/studio/events/${await eventId('hockey')}/timeline`,
  )
  const count = (author: string) => timeline.entries.filter(entry => entry.author === author).length
  expect([count('scorer:Ana'), count('scorer:Ben')]).toEqual([4 + presses, 5])
  await expect(ana.getByText(/^Ben /)).toBeVisible()
})

test('a press is painted within 50 ms', async ({ browser }) => {
  const page = await openPhone(browser, CHANNEL)
  await enterPin(page, await createLink('hockey'), 'Cleo', translator('en'))
  const times = await measurePresses(page, 'home', 21)
  expect(median(times), times.map(Math.round).join(' ')).toBeLessThan(MAX_PRESS_MS)
})
