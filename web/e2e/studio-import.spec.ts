import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import {
  GAMES,
  IMPOSSIBLE_LINE,
  KNOWN_DAY,
  UNKNOWN_GAMES,
  UNKNOWN_TEAM,
  writeDirtySchedule,
} from './support/dirtySchedule'
import { applyPack } from './support/operator'
import { registerOperator, type Session } from './support/session'
import { translator } from './support/translations'

const CLASSES = ['New', 'Changed', 'Disagreeing', 'Missing', 'Unknown name', 'Unchanged'] as const
type Say = ReturnType<typeof translator>

interface Entry {
  key: string
  value: { starts: string; [field: string]: unknown }
  version: string
}

async function createChannel(): Promise<string> {
  const channel = `import-${Date.now()}`
  const teams = ['Harlan Falls', 'Cedar Ridge', 'Northfield'].map(
    name => `- {key: ${name.toLowerCase().replace(' ', '-')}, name: ${name}, category: hockey}\n`,
  )
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    participants: teams.join(''),
    events:
      `- {key: known, home: harlan-falls, away: cedar-ridge, category: hockey, starts: ${KNOWN_DAY} 18:00, ` +
      'duration: 2h, pass: free}\n',
  })
  return channel
}

/** Return how many rows of each class the preview has. */
async function readCounts(page: Page, say: Say): Promise<Record<string, number>> {
  const chips = page.getByRole('group', { name: say('Filter by change') }).getByRole('button')
  const texts = await chips.allTextContents()
  const counts = CLASSES.flatMap(name => {
    const label = new RegExp(`${say(name).source.slice(0, -1)} \\((\\d+)\\)$`)
    const [found] = texts.flatMap(text => label.exec(text)?.[1] ?? [])
    return found ? [[name, Number(found)]] : []
  })
  return Object.fromEntries(counts)
}

async function openFile(page: Page, say: Say, buffer: Buffer): Promise<void> {
  await page.goto('/studio/schedule/import')
  await page.getByLabel(say('File')).setInputFiles({ name: 'league.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: say('Show preview') }).click()
  await expect(page.getByRole('button', { name: label(say('Day first')) })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
}

/** Match a text that begins with another one. */
const label = ({ source }: RegExp) => new RegExp(source.slice(0, -1))

/** Return the first hundred events by day: the oldest entries. */
async function readEvents(owner: Session): Promise<Map<string, Entry>> {
  const entries = await owner.send<Entry[]>('GET', '/studio/entries/events')
  return new Map(entries.map(entry => [entry.value.starts.slice(0, 10), entry]))
}

async function expectFits(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

test('a season of 200 games with ten kinds of dirt is imported once', async ({ browser, request }) => {
  test.setTimeout(240_000)
  const channel = await createChannel()
  const owner = await registerOperator(request, channel, 'owner')

  const say = translator('fr')
  const phone = await owner.openContext(browser, { width: 390, height: 844, language: 'fr' })
  const page = await phone.newPage()
  await openFile(page, say, writeDirtySchedule())
  await expect(page.getByText(/^CSV, séparateur ;, UTF-8/)).toBeVisible()
  await expect
    .poll(() => readCounts(page, say))
    .toEqual({
      New: GAMES - UNKNOWN_GAMES - 1,
      Changed: 1,
      'Unknown name': UNKNOWN_GAMES,
    })
  const problems = page.locator('.import-problems').getByRole('listitem')
  await expect(problems).toHaveCount(2)
  await expect(problems.filter({ hasText: `Ligne ${GAMES + 2}` })).toContainText(
    'La ligne est identique à une autre.',
  )
  await expect(problems.filter({ hasText: `Ligne ${IMPOSSIBLE_LINE}, Date` })).toContainText('31/02/2028')
  await expect(page.getByText(say('{start}, time to be announced')).first()).toBeVisible()
  await page.getByLabel(`Signification de ${UNKNOWN_TEAM}`).selectOption('existing:northfield')
  await expect.poll(() => readCounts(page, say)).toEqual({ New: GAMES - 1, Changed: 1 })
  await expectFits(page)
  await page.getByRole('button', { name: `Importer ${GAMES} matchs` }).click()
  await expect(page.getByRole('heading', { name: say('The schedule is imported') })).toBeVisible()
  await expect(page.getByText(/^Nouveaux matchs\s: 199\. Matchs modifiés\s: 1\.$/)).toBeVisible()

  await page.goto('/studio/schedule')
  await expect(page.getByRole('link', { name: /Northfield/ }).first()).toBeVisible()
  await expectFits(page)
  await phone.close()
  const imported = await readEvents(owner)
  expect(imported.get('2027-06-15')?.value).toMatchObject({ starts: '2027-06-15 19:00' })
  expect(imported.get('2027-06-02')?.value).toMatchObject({ starts: '2027-06-02' })
  expect(imported.get('2027-06-06')?.value).toMatchObject({ home: 'northfield' })
  expect(imported.get('2027-06-08')?.value).toMatchObject({ status: 'canceled' })
  expect(imported.get(KNOWN_DAY)).toMatchObject({ key: 'known', value: { starts: `${KNOWN_DAY} 19:00` } })

  const inEnglish = translator('en')
  const computer = await owner.openContext(browser, { width: 1440, language: 'en' })
  const screen = await computer.newPage()
  await openFile(screen, inEnglish, writeDirtySchedule())
  await expect.poll(() => readCounts(screen, inEnglish)).toEqual({ Unchanged: GAMES })
  await expect(screen.getByLabel(`Meaning of ${UNKNOWN_TEAM}`)).toHaveValue('existing:northfield')
  await expectFits(screen)
  await screen.getByRole('button', { name: 'Finish without changes' }).click()
  await expect(screen.getByRole('heading', { name: 'Nothing has changed' })).toBeVisible()

  // The studio and the league move the game of June 3, the league moves that of June 4 and drops that of June 5.
  const { key, value, version } = imported.get('2027-06-03') as Entry
  await owner.send('PUT', `/studio/entries/events/${key}`, {
    value: { ...value, starts: '2027-06-03 20:30' },
    version,
  })
  await openFile(screen, inEnglish, writeDirtySchedule({ times: { 4: '21:00', 5: '21:00' }, without: [6] }))
  await expect
    .poll(() => readCounts(screen, inEnglish))
    .toEqual({ Changed: 1, Disagreeing: 1, Missing: 1, Unchanged: GAMES - 3 })
  await expect(screen.getByText('studio 2027-06-03 20:30, file 2027-06-03 21:00')).toBeVisible()
  await expectFits(screen)
  await screen.getByRole('button', { name: 'Import 1 game' }).click()
  await expect(screen.getByRole('heading', { name: 'The schedule is imported' })).toBeVisible()
  const updated = await readEvents(owner)
  expect(updated.get('2027-06-03')?.value).toMatchObject({ starts: '2027-06-03 20:30' })
  expect(updated.get('2027-06-04')?.value).toMatchObject({ starts: '2027-06-04 21:00' })
  expect(updated.get('2027-06-05')?.value).not.toHaveProperty('status')
  await computer.close()
})
