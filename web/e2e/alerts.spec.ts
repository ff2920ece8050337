import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { listEmailsTo, uniqueEmailAddress } from './support/emails'
import { applyPack } from './support/operator'
import { fakePushService, pushMessage, shownNotifications, withNotifications } from './support/push'
import { registerOperator, Session } from './support/session'
import { ViewerPage } from './support/viewer'

/** A deployment that runs on keeps the timelines of earlier runs, so each run has a channel of its own. */
const CHANNEL = `alerts-${Date.now()}`
const PASSWORD = 'Heron nest, second branch'
/** The seconds that an alert waits for an event without video. */
const DELAY_SECONDS = 15
const RESULT = 'Final – Cedar Ridge Timber 0, Port Ellis Tide 1'

let owner: Session

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000)
  await applyPack({
    channel: `slug: ${CHANNEL}\nname: ${CHANNEL}\ndomains: [${CHANNEL}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    participants:
      '- {key: timber, name: Cedar Ridge Timber, short_name: Timber, category: hockey}\n' +
      '- {key: tide, name: Port Ellis Tide, short_name: Tide, category: hockey}\n',
    events:
      '- {key: game, away: timber, home: tide, category: hockey, starts: now -5m, duration: 2h, pass: free}\n',
  })
  owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
})

async function findGame(): Promise<number> {
  const [game] = await owner.send<{ id: number }[]>('GET', '/studio/events')
  return game?.id as number
}

/** Add entries to the timeline of the game. They happen now, one a millisecond. */
const keepScore = (game: number, ...entries: { kind: string; side?: string }[]) =>
  owner.send('POST', `/studio/events/${game}/timeline`, {
    entries: entries.map((entry, number) => ({
      id: randomUUID(),
      at_ms: Date.now() - entries.length + number,
      ...(entry.kind === 'scored' ? { points: 1, type: 'goal' } : {}),
      ...entry,
    })),
    after: 0,
  })

/** Choose score alerts for a team on its page, in the menu of the bell. */
async function chooseScoreAlerts(page: Page, text: ViewerPage['text']): Promise<void> {
  const bell = page.getByRole('button', { name: text('Notify me when {name} goes live') }).first()
  await bell.click()
  await expect(bell).toHaveAttribute('aria-pressed', 'true')
  await bell.click()
  const choice = page.getByRole('menuitemcheckbox', { name: text('Score alerts') })
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
  await page.keyboard.press('Escape')
}

test('a follower gets the final after the delay, in French, and one who hides scores gets nothing', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(120_000)
  const game = await findGame()
  const viewer = await ViewerPage.open(CHANNEL, 'fr', browser)
  const { page, text } = viewer
  await page.setViewportSize({ width: 390, height: 844 })
  // A browser that supports notifications offers them after the first reminder, unless it did before.
  await page.addInitScript(channel => {
    const offered = JSON.stringify({ value: true, until: Date.now() + 86_400_000 })
    localStorage.setItem(`touchline.${channel}.push_offered`, offered)
  }, CHANNEL)
  await viewer.register(PASSWORD)
  await page.goto('/?team=tide')
  await chooseScoreAlerts(page, text)
  await page.goto('/profile/news')
  const choice = page.getByRole('checkbox', { name: /^Alertes de pointage/ })
  await expect(choice).toBeChecked()
  await expect(page.getByText(/Vous n’en recevez aucune quand vous masquez les pointages/)).toBeVisible()

  const hiding = uniqueEmailAddress('hides')
  const other = await Session.register(await playwright.request.newContext(), CHANNEL, {
    login: hiding,
    password: PASSWORD,
  })
  await other.send('POST', '/reminder', { about_type: 'event', about_id: game, score_alerts: true })
  await other.send('POST', '/watch-settings', { hide_scores: true })

  const endedAt = Date.now()
  await keepScore(game, { kind: 'clock_started' }, { kind: 'scored', side: 'home' }, { kind: 'game_ended' })
  const finals = async (...addresses: string[]) =>
    (await listEmailsTo(page.request, ...addresses)).filter(email => email.subject.startsWith('Final'))
  await expect.poll(() => finals(viewer.email), { timeout: 60_000 }).toHaveLength(1)
  expect(Date.now() - endedAt).toBeGreaterThanOrEqual(DELAY_SECONDS * 1000)
  const [email] = await finals(viewer.email)
  expect(email?.subject).toBe(RESULT)
  expect(email?.text).toContain('Désactiver les alertes de pointage pour Port Ellis Tide')
  expect(await finals(hiding)).toEqual([])

  // The link turns off the score alerts of the team, and keeps the reminder.
  const link = email?.text.split(/\s+/).find(word => word.includes('/unsubscribe?')) as string
  await page.goto(new URL(link).pathname + new URL(link).search)
  await viewer.button('Unsubscribe').click()
  await expect(
    page.getByText(/^Les alertes de pointage pour Port Ellis Tide.* sont désactivées\.$/),
  ).toBeVisible()
  await page.goto('/profile/news')
  await expect(choice).not.toBeChecked()
  await page.context().close()
})

test('a score alert is shown, except in a browser that shows the game', async () => {
  const game = await findGame()
  const browser = await withNotifications()
  const viewer = await ViewerPage.open(CHANNEL, 'en', browser)
  const { page } = viewer
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript(fakePushService)
  await viewer.register(PASSWORD)
  await page.goto('/profile/news')
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await expect(page.getByText('Notifications are on for this device')).toBeVisible()
  const alert = { url: `/watch/${game}`, tag: `score-${game}`, score: true }
  await pushMessage(page, { ...alert, title: 'Goal – Timber 0, Tide 1', body: '1st period' })
  await expect.poll(() => page.evaluate(shownNotifications)).toEqual(['Goal – Timber 0, Tide 1: 1st period'])
  const watching = await page.context().newPage()
  await watching.goto(`/watch/${game}`)
  await expect(watching.getByRole('heading', { level: 1 })).toBeVisible()
  await pushMessage(page, { ...alert, title: 'Goal – Timber 0, Tide 2', body: '1st period' })
  await pushMessage(page, { title: 'Live now', body: 'Another game', url: '/watch/1', tag: 'live-1' })
  const shown = () => page.evaluate(shownNotifications)
  await expect.poll(shown).toContain('Live now: Another game')
  expect(await shown()).not.toContain('Goal – Timber 0, Tide 2: 1st period')
  await browser.close()
})
