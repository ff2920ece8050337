import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { applyPack } from './support/operator'
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

/** A deployment that runs on keeps the timelines of earlier runs, so each run has a channel of its own. */
const CHANNEL = `scorer-${Date.now()}`
const MAX_PRESS_MS = 50
/** The sport of the game of each journey. */
const GAMES = {
  offline: 'hockey',
  press: 'hockey',
  french: 'volleyball',
  keyboard: 'basketball',
  system: 'baseball',
} as const
const SPORTS = [...new Set(Object.values(GAMES))]
type Game = keyof typeof GAMES

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
    events: Object.entries(GAMES)
      .map(
        ([game, sport]) =>
          `- {key: ${game}, away: timber-${sport}, home: tide-${sport}, category: ${sport}, starts: now -5m, duration: 2h, pass: free}\n`,
      )
      .join(''),
  })
  owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
})

async function eventId(game: Game): Promise<number> {
  const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
  return events.find(({ key }) => key === game)?.id as number
}

const createLink = async (game: Game) =>
  owner.send<ScorerLink>('POST', `/studio/events/${await eventId(game)}/scorer-link`, {})

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('two scorers, one of them offline for 40 presses, end with one state', async ({ browser }) => {
  const say = translator('en')
  const link = await createLink('offline')
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
  await row(ben, '2–0').getByRole('button', { name: 'Undo' }).click()
  goals.away -= 1
  for (let goal = 0; goal < 3; goal += 1) await score(ben, 'home')

  await ana.context().setOffline(false)
  for (const page of [ana, ben]) {
    await expect.poll(() => readScore(page)).toEqual([goals.away, goals.home])
    await expect(page.getByText('Everything is saved', { exact: true })).toBeVisible()
  }
  const timeline = await owner.send<{ entries: { author: string }[] }>(
    'GET',
    `/studio/events/${await eventId('offline')}/timeline`,
  )
  const count = (author: string) => timeline.entries.filter(entry => entry.author === author).length
  expect([count('scorer:Ana'), count('scorer:Ben')]).toEqual([4 + presses, 5])
  await expect(ana.getByText(/^Ben /)).toBeVisible()
})

test('a press is painted within 50 ms', async ({ browser }) => {
  const page = await openPhone(browser, CHANNEL)
  await enterPin(page, await createLink('press'), 'Cleo', translator('en'))
  const times = await measurePresses(page, 'home', 21)
  expect(median(times), times.map(Math.round).join(' ')).toBeLessThan(MAX_PRESS_MS)
})

test('an operator makes a link in the studio, and a phone keeps the score in French', async ({ browser }) => {
  const say = translator('fr')
  const context = await owner.openContext(browser, { width: 390, language: 'fr' })
  const studio = await context.newPage()
  await studio.goto('/studio/schedule/french/score')
  await studio.getByRole('button', { name: say('Create scorer link') }).click()
  await expect(studio.getByAltText(say('QR code with the scorer link'))).toBeVisible()
  const url = (await studio.getByText('/score/').textContent()) as string
  const pin = (await studio.getByText(/^\d{6}$/).textContent()) as string
  expect(await violationsOn(studio)).toEqual([])

  const phone = await openPhone(browser, CHANNEL, { language: 'fr' })
  await phone.goto(new URL(url).pathname)
  await phone.getByLabel(say('PIN')).fill('000000')
  await phone.getByLabel(say('Your name')).fill('Zoé')
  await phone.getByRole('button', { name: say('Keep the score') }).click()
  await expect(phone.getByRole('alert')).toContainText('Ce NIP est incorrect.')
  expect(await violationsOn(phone)).toEqual([])
  await enterPin(phone, { url, pin }, 'Zoé', say)
  await expect(studio.getByText('Zoé')).toBeVisible()

  await phone.getByRole('button', { name: 'Début : 1er set' }).click()
  for (let point = 0; point < 25; point += 1) await half(phone, 'away').click()
  await expect(phone.getByText(say('The set is won'))).toBeVisible()
  await phone.getByRole('button', { name: 'Fin : 1er set' }).click()
  await expect(half(phone, 'away')).toContainText('1 set')
  // The live region has the score once.
  await expect(phone.getByRole('status').filter({ hasText: 'Timber 25, Tide 0' })).toHaveCount(1)
  expect(await violationsOn(phone)).toEqual([])
  await expect(studio.getByText('Timber 25, Tide 0 (sets : 1–0)')).toBeVisible()

  await studio.getByRole('button', { name: say('Revoke link…') }).click()
  await studio
    .getByRole('dialog')
    .getByRole('button', { name: say('Revoke link') })
    .click()
  await expect(phone.getByRole('heading', { name: say('Keep the score') })).toBeVisible()
})

test('an operator keeps the score with the keyboard', async ({ browser }) => {
  const context = await owner.openContext(browser)
  const page = await context.newPage()
  await page.goto('/studio/schedule/keyboard/score')
  await page.getByRole('link', { name: 'Keep the score' }).click()
  await expect(half(page, 'home')).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Stop clock' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: '+3 3 points' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => readScore(page)).toEqual([0, 3])
  await page.keyboard.press('u')
  await expect.poll(() => readScore(page)).toEqual([0, 0])
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Start clock' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('button', { name: 'End the game early' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End game' }).click()
  await expect(page.getByText('Final', { exact: true })).toBeVisible()
  // The result leads to the score page: the form of the pack would change nothing.
  await page.goto('/studio/schedule/keyboard')
  await page.getByRole('link', { name: /Result of/ }).click()
  await expect(page).toHaveURL(/\/studio\/events\/\d+\/score$/)
})

test('a system that keeps the score locks the halves', async ({ browser }) => {
  const page = await openPhone(browser, CHANNEL)
  await enterPin(page, await createLink('system'), 'Dee', translator('en'))
  const body = { source: 'Daktronics', away: 2, home: 1, period: 1 }
  await owner.send('POST', `/studio/events/${await eventId('system')}/scoreboard`, body)
  await expect(page.getByText('Daktronics keeps the score')).toBeVisible()
  await expect.poll(() => readScore(page)).toEqual([2, 1])
  await expect(half(page, 'home')).toHaveAttribute('aria-disabled', 'true')
})
