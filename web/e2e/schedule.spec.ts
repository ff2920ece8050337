import { expect, type Page, test } from '@playwright/test'
import { freeRecording } from './support/api'

const eventRows = (page: Page) => page.locator('main a[href^="/watch/"]')

/** Return the query of the events request that `act` sends. */
async function requestedQuery(page: Page, act: () => Promise<unknown>): Promise<URLSearchParams> {
  const [request] = await Promise.all([page.waitForRequest(/\/api\/events\?/), act()])
  return new URL(request.url()).searchParams
}

for (const [path, states] of [
  ['/upcoming', ['live', 'upcoming']],
  ['/live', ['live']],
  ['/vod', ['finished']],
  ['/schedule', ['live', 'upcoming']],
] as const) {
  test(`${path} lists only games with a matching status`, async ({ page }) => {
    const response = page.waitForResponse(/\/api\/events\?/)
    const query = await requestedQuery(page, () => page.goto(path))
    expect(query.getAll('stream_status')).toEqual(states)
    const { data } = (await (await response).json()) as { data: { id: number; stream_status: string }[] }
    const stateAt = new Map(data.map(game => [`/watch/${game.id}`, game.stream_status]))
    await expect(eventRows(page).first()).toBeVisible()
    const shown = await eventRows(page).evaluateAll(links =>
      links.map(link => link.getAttribute('href') ?? ''),
    )
    const shownStates = new Set(shown.map(address => stateAt.get(address)))
    for (const state of shownStates) expect(states).toContain(state)
    expect(shownStates).toContain(states.at(-1))
  })
}

test('/schedule lists the games of /upcoming and the live games', async ({ page }) => {
  const listAt = async (path: string) => {
    const response = page.waitForResponse(/\/api\/events\?/)
    await page.goto(path)
    return ((await (await response).json()) as { data: { id: number; live_state: string | null }[] }).data
  }
  const upcoming = await listAt('/upcoming')
  const schedule = await listAt('/schedule')
  const isLive = ({ live_state }: { live_state: string | null }) =>
    live_state === 'on_air' || live_state === 'interrupted'
  expect(upcoming.filter(isLive)).toEqual([])
  const notLive = schedule.filter(game => !isLive(game)).map(game => game.id)
  expect(notLive).toEqual(upcoming.slice(0, notLive.length).map(game => game.id))
  await expect(page.getByRole('button', { name: 'Upcoming' })).toHaveAttribute('aria-pressed', 'true')
})

test('games show as a list, a grid, cards and a table, and the choice is remembered', async ({ page }) => {
  await page.goto('/vod')
  await expect(eventRows(page).first()).toBeVisible()
  const view = page.getByRole('group', { name: 'View' })
  const looks = { List: '.day', Grid: '.events-grid', Cards: '.events-large', Table: '.schedule__list table' }
  for (const [name, look] of Object.entries(looks)) {
    await view.getByRole('button', { name }).click()
    await expect(page.locator(look).first()).toBeVisible()
  }
  await page.reload()
  await expect(page.locator('.schedule__list table')).toBeVisible()
})

test('the end of a row in the list opens the game', async ({ page }) => {
  await page.goto('/vod')
  await expect(eventRows(page).first()).toBeVisible()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  const end = await page.locator('.row__end').first().boundingBox()
  if (!end) throw new Error('the list has no row')
  await page.mouse.click(end.x + end.width - 20, end.y + end.height / 2)
  await expect(page).toHaveURL(/\/watch\/\d+$/)
})

test('the buttons of a row in the list do not open the game', async ({ page, request }) => {
  const game = await freeRecording(request)
  await page.goto('/vod')
  await expect(eventRows(page).first()).toBeVisible()
  await page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'List' }).click()
  const row = page.locator('.row').filter({ has: page.locator(`a[href="/watch/${game.id}"]`) })
  await page.getByRole('button', { name: 'Hide scores' }).click()
  await expect(row.locator('.row__team b')).toHaveCount(0)
  await row.getByRole('button', { name: /^Show score/ }).click()
  await expect(row.locator('.row__team b')).toHaveCount(2)
  await expect(page).toHaveURL(/\/vod\b/)
  // A visitor must log in before they can set a reminder. The page remembers the list view.
  await page.goto('/upcoming')
  const remind = page.locator('.row').getByRole('button', { name: /^Remind\b/ })
  await remind.first().click()
  await expect(page).toHaveURL(/\/login$/)
})

test('sport, gender, city and state filter the games and appear in the address', async ({ page }) => {
  await page.goto('/vod')
  await expect(eventRows(page).first()).toBeVisible()
  const sport = await requestedQuery(page, () =>
    page.getByRole('button', { name: 'Hockey', exact: true }).click(),
  )
  expect(sport.get('sport')).toBe('hockey')
  const men = page.getByRole('button', { name: 'Men', exact: true })
  await expect(men).toHaveText('M')
  const gender = await requestedQuery(page, () => men.click())
  expect(gender.get('gender')).toBe('male')
  const choose = (label: string) => page.getByRole('combobox', { name: label }).selectOption({ index: 1 })
  const city = await requestedQuery(page, () => choose('City'))
  expect(city.get('city')).toBeTruthy()
  const state = await requestedQuery(page, () => choose('State'))
  expect(state.get('state')).toBeTruthy()
  await expect(page).toHaveURL(/sport=hockey&gender=male&city=.+&state=.+/)
  await page.reload()
  await expect(men).toHaveAttribute('aria-pressed', 'true')
})

test('a date range filters the games and can be reset', async ({ page }) => {
  await page.goto('/schedule')
  await expect(eventRows(page).first()).toBeVisible()
  const calendar = page.getByRole('region', { name: 'Schedule dates' })
  const day = calendar.locator('[tabindex="0"]')
  const first = await requestedQuery(page, () => day.click())
  expect(first.get('start_date')).toMatch(/^\d{4}-\d\d-\d\d$/)
  await expect(page).toHaveURL(/start_date=/)
  const reset = await requestedQuery(page, () => calendar.getByRole('button', { name: 'Reset' }).click())
  expect(reset.get('start_date')).toBeNull()
  await expect(page).not.toHaveURL(/start_date=/)
})
