import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { applyPack, ownChannelSlug, siteUrl } from './support/operator'

const TEAMS = { cedar: 'Cedar Ridge', harlan: 'Harlan Falls', north: 'Northgate' }

const game = (key: string, away: string, home: string, rest: string) =>
  `- {key: ${key}, away: ${away}, home: ${home}, category: boys-hockey, pass: free, ${rest}}\n`

/** Create a channel in which three teams have played. Harlan Falls and Northgate are a co-op in soccer. */
async function createSeason(): Promise<string> {
  const channel = ownChannelSlug('standings')
  const keys = Object.entries(TEAMS)
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
    groups: keys.map(([key, name]) => `- {key: ${key}, name: ${name}, short_name: ${name}}\n`).join(''),
    categories:
      '- {key: boys-hockey, name: {en: Boys hockey, fr: Hockey masculin}, sport: hockey, weight: 2}\n' +
      '- {key: girls-soccer, name: {en: Girls soccer, fr: Soccer féminin}, sport: soccer, weight: 1}\n',
    participants: `${keys
      .flatMap(([key, name]) => [
        `- {key: ${key}-hockey, name: ${name}, group: ${key}, category: boys-hockey}\n`,
        `- {key: ${key}-soccer, name: ${name}, group: ${key}, category: girls-soccer,` +
          ` children: [${key === 'cedar' ? '' : 'valley'}]}\n`,
      ])
      .join('')}- {key: valley, name: Valley co-op, category: girls-soccer}\n`,
    events:
      game(
        'a',
        'harlan-hockey',
        'cedar-hockey',
        'starts: now -12h, duration: 1h, score: {away: 1, home: 3}',
      ) +
      game(
        'b',
        'cedar-hockey',
        'north-hockey',
        'starts: now -9h, duration: 1h, score: {away: 4, home: 5, ending: overtime, period: 5}',
      ) +
      game(
        'c',
        'north-hockey',
        'harlan-hockey',
        'starts: now -6h, duration: 1h, score: {away: 2, home: 2, ending: shootout, shootout: {away: 1, home: 2}}',
      ) +
      game('d', 'cedar-hockey', 'harlan-hockey', 'starts: +2 days 19:00') +
      '- {key: e, away: valley, home: cedar-soccer, category: girls-soccer, starts: now -5h, duration: 1h,' +
      ' score: {away: 2, home: 0}}\n',
  })
  return siteUrl(channel)
}

const rowTexts = (page: Page) =>
  page
    .getByRole('table')
    .getByRole('row')
    .evaluateAll(rows => rows.slice(1).map(row => row.querySelector('th')?.textContent))

test('a category leads to its standings, and these to the season of a team', async ({ page }) => {
  const site = await createSeason()
  await page.goto(site)
  await page.getByRole('button', { name: 'Boys hockey' }).click()
  await page.getByRole('link', { name: 'Standings', exact: true }).click()
  await expect(page).toHaveURL(/\/standings\/boys-hockey$/)
  await expect(page).toHaveTitle(/Standings: Boys hockey/)
  await expect(page.getByRole('table')).toBeVisible()
  expect(await rowTexts(page)).toEqual(['Northgate', 'Cedar Ridge', 'Harlan Falls'])
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('link', { name: 'Cedar Ridge' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Ridge' })).toBeVisible()
  const season = page.getByRole('region', { name: /^Season \d{4}–\d{4}$/ })
  await expect(season.getByText('4–5 (2OT)')).toBeVisible()
  await expect(season.getByRole('link', { name: '@ Harlan Falls' })).toBeVisible()
  await expect(page.getByText('1 win, 0 losses, 1 overtime loss').first()).toBeAttached()
  expect(await violationsOn(page)).toEqual([])
})

test('standings fit a phone and are in French', async ({ page }) => {
  const site = await createSeason()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site}/standings/boys-hockey?lang=fr`)
  await expect(page.getByRole('heading', { level: 1, name: 'Classement' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Victoires' })).toBeVisible()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await violationsOn(page)).toEqual([])
})

test('a school has the records of its teams and of its co-op', async ({ page }) => {
  const site = await createSeason()
  await page.goto(`${site}/?school=harlan`)
  const table = page.getByRole('table', { name: /^Season/ })
  await expect(table.getByRole('row', { name: /Valley co-op/ })).toContainText('1–0')
  await expect(table.getByRole('row', { name: /Harlan Falls, Boys hockey/ })).toContainText('1–1')
})

test('a viewer who hides scores sees no record and no standings', async ({ page }) => {
  const site = await createSeason()
  await page.goto(`${site}/standings/boys-hockey`)
  await expect(page.getByRole('table')).toBeVisible()
  await page.getByRole('button', { name: 'Hide scores' }).click()
  await expect(page.getByRole('heading', { name: 'Standings are hidden' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.goto(`${site}/?team=cedar-hockey`)
  await expect(page.getByRole('heading', { level: 1, name: 'Cedar Ridge' })).toBeVisible()
  await expect(page.getByText('Next game')).toBeVisible()
  await expect(page.getByText('Record', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Season/ })).toHaveCount(0)
})
