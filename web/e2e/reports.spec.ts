import { readFile } from 'node:fs/promises'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { runTouchline } from './support/commands'
import { siteUrl } from './support/operator'
import { translator } from './support/translations'

/** The demo's operator and one of its viewers, as `touchline run` prints them. */
const NORA = { login: 'operator@example.com', password: 'north-window-58' }
const MAYA = { login: 'maya@example.com', password: 'harvest-moon-42' }
const REPORTS = '/studio/reports'
const DAY_MS = 86_400_000

type Channel = 'prairie' | 'atelier'

interface Overview {
  span: { from: string; to: string }
  totals: { minutes: number; views: number; sessions: number }
}

/** Return the report of the `reports overview` command, which backend tests check against known data. */
async function overviewReport(channel: Channel, days?: { from: string; to: string }): Promise<Overview> {
  const span = days ? ['--from', days.from, '--to', days.to] : []
  const output = await runTouchline('reports', 'overview', '--channel', channel, ...span, '--json')
  return JSON.parse(output) as Overview
}

/** Open the reports as a visitor and log in, which returns to the reports. */
async function logInAs(page: Page, account: typeof NORA, address = REPORTS): Promise<void> {
  await page.goto(address)
  await page.locator('main input[autocomplete=username]').fill(account.login)
  await page.locator('main input[autocomplete=current-password]').fill(account.password)
  await page.locator('main form button[type=submit]').click()
  await expect(page).toHaveURL(new RegExp(REPORTS))
}

async function openPage(browser: Browser, channel: Channel, width: number): Promise<Page> {
  const context = await browser.newContext({
    baseURL: siteUrl(channel),
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    locale: channel === 'atelier' ? 'fr-CA' : 'en-US',
  })
  return context.newPage()
}

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
const english = (value: number) => Math.round(value).toLocaleString('en-US')
const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const waitForReports = (page: Page) => expect(page.locator('main [aria-busy=true]')).toHaveCount(0)

/** Return the axe violations and the horizontal overflow of the page. */
async function layoutProblems(page: Page): Promise<string[]> {
  await waitForReports(page)
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  return [...(await violationsOn(page)), ...(wider > 0 ? [`${wider} px wider than the window`] : [])]
}

/** Today’s date on prairie, from the report. */
let today = ''

test.beforeAll(async () => {
  test.setTimeout(120_000)
  for (const channel of ['atelier', 'prairie'] as const) {
    const { span, totals } = await overviewReport(channel)
    today = span.to
    if (totals.views > 0) continue
    await runTouchline('demos', 'send-audience', '--channel', channel, '--days', '60', '--visits', '6')
  }
})

test('an operator reads the viewing report, changes the date range, and downloads the figures', async ({
  browser,
}) => {
  const page = await openPage(browser, 'prairie', 1440)
  const policyErrors: string[] = []
  page.on(
    'console',
    message => /Content.Security.Policy/i.test(message.text()) && policyErrors.push(message.text()),
  )
  await logInAs(page, NORA)
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()

  // Compare past days with the output of the command: other journeys add to the figures of today.
  const to = daysBefore(today, 1)
  const month = { from: daysBefore(today, 28), to }
  const watched = section(page, 'Overview')
  const figure = (name: string) =>
    watched
      .locator('.metric-card')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('strong')
  await page.goto(`${REPORTS}?from=${month.from}&to=${to}`)
  const { totals } = await overviewReport('prairie', month)
  await expect(figure('Minutes watched')).toHaveText(english(totals.minutes))
  await expect(figure('Visits')).toHaveText(english(totals.sessions))
  await expect(section(page, 'Right now').getByText('viewers now')).toBeVisible()

  // The URL has the last seven days.
  await page.getByRole('button', { name: '7 days', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`from=${daysBefore(today, 6)}&to=${today}`))

  // A custom range of seven days.
  const from = daysBefore(today, 7)
  await page.getByRole('button', { name: 'Custom' }).click()
  await page.getByLabel('First day').fill(from)
  await page.getByLabel('Last day').fill(to)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`))
  const week = await overviewReport('prairie', { from, to })
  await expect(figure('Minutes watched')).toHaveText(english(week.totals.minutes))

  // No comparison, then a comparison with the previous year.
  await expect(watched.getByText(/vs\. \d/).first()).toBeVisible()
  await page.getByLabel('Comparison').selectOption('No comparison')
  await expect(watched.getByText(/vs\. \d/)).toHaveCount(0)
  await page.getByLabel('Comparison').selectOption('vs. previous year')
  await expect(watched.locator('.legend')).toContainText('Previous year')

  // The audience retention of the second game, and views by team.
  const by = section(page, 'Views by category')
  const second = by.getByRole('rowheader').nth(1)
  const button = second.getByRole('button')
  const game = (await button.innerText()).replace(/ (?=[A-Z][a-z]{2} \d{1,2}$)/, ', ')
  await button.click()
  await expect(section(page, 'Audience retention').getByRole('figure', { name: game })).toBeVisible()
  await by.getByRole('link', { name: 'Teams' }).click()
  await expect(by.getByText('Each game counts toward both teams.')).toBeVisible()
  await expect(page).toHaveURL(/compare=year.*event=\d+.*tab=team/)

  // A reload keeps every choice.
  await page.reload()
  await expect(by.getByText('Each game counts toward both teams.')).toBeVisible()
  await expect(section(page, 'Audience retention').getByRole('figure', { name: game })).toBeVisible()
  await expect(figure('Minutes watched')).toHaveText(english(week.totals.minutes))

  // Arrow keys move along the chart, and a table shows the same figures.
  const plot = watched.getByRole('application')
  await plot.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const minutes = await watched.getByRole('status').innerText()
  await watched.getByRole('button', { name: 'Table: Minutes per day' }).click()
  const days = watched.getByRole('table').getByRole('row')
  await expect(days).toHaveCount(8)
  const minuteCount = /([\d,]+) minutes?/.exec(minutes)?.[1] ?? 'nothing'
  await expect(watched.getByRole('cell', { name: minuteCount, exact: true }).first()).toBeVisible()

  // The CSV file has a header line and one line per day.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    watched.getByRole('button', { name: /^CSV/ }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`prairie-overview-${from}-${to}.csv`)
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toMatch(/^\uFEFF?day,/)
  expect(lines.some(line => line.startsWith(from))).toBe(true)
  expect(lines.some(line => line.startsWith(to))).toBe(true)

  expect(policyErrors, 'content security policy errors').toEqual([])
  await page.context().close()
})

test('a viewer who is not an operator sees how to get reports, and has no link to them', {
  tag: '@nightly',
}, async ({ browser }) => {
  const page = await openPage(browser, 'prairie', 1440)
  const requests: string[] = []
  page.on('request', request => request.url().includes('/api/reports') && requests.push(request.url()))
  await logInAs(page, MAYA)
  await expect(
    page.getByRole('heading', { level: 1, name: 'The studio is for the channel’s team' }),
  ).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Studio' })).toHaveCount(0)
  expect(requests).toEqual([])
  await page.context().close()
})

for (const channel of ['prairie', 'atelier'] as const) {
  test(`the reports of ${channel} have no axe violations, on a phone and in a wide window`, {
    tag: '@nightly',
  }, async ({ browser }) => {
    const say = translator(channel === 'atelier' ? 'fr' : 'en')
    const page = await openPage(browser, channel, 390)
    await logInAs(page, NORA)
    await expect(page.getByRole('heading', { level: 1, name: say('Reports') })).toBeVisible()
    expect(await layoutProblems(page)).toEqual([])
    await page.getByRole('button', { name: say('Custom') }).click()
    await expect(page.getByLabel(say('First day'))).toBeVisible()
    const table = page.getByRole('button', { name: say('Table: {title}') })
    while ((await table.count()) > 0) await table.first().click()
    expect(await layoutProblems(page)).toEqual([])
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await layoutProblems(page)).toEqual([])
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: say('Reports') })).toBeVisible()
    expect(await layoutProblems(page)).toEqual([])
    await page.getByRole('button', { name: say('Your account') }).click()
    await expect(page.getByRole('menuitem', { name: say('Studio') })).toBeVisible()
    await page.context().close()
  })
}
