import { expect, type Page, test } from '@playwright/test'
import { apiKey, server } from './support/api'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
/** The titles of a page’s rails, without the rails that change with the time. */
const railsOf = (page: Page) => page.locator('main .rail:not(#live, #due, #upcoming) h2').allTextContents()

test('the home page has a rail per category, which links to the home page of that category', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
  const hockey = page.getByRole('link', { name: 'View all: Boys hockey' })
  await hockey.scrollIntoViewIfNeeded()
  const rail = page.getByRole('region', { name: 'Boys hockey' })
  await expect(rail.locator('a[href^="/watch/"]').first()).toBeVisible()
  await hockey.click()
  await expect(page).toHaveURL(/\/\?category_id=\d+$/)
  await expect(page.getByRole('button', { name: 'Boys hockey' })).toHaveAttribute('aria-pressed', 'true')
  // The category's own slide is above its games.
  await expect(page.getByRole('heading', { name: 'Friday night belongs to the rink' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'All', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('school, team and division pages survive reload, back and sharing', async ({ page, context }) => {
  test.slow()
  await page.goto('/?school=cedar-ridge&trk=mail')
  await expect(heading(page, 'Cedar Ridge')).toBeVisible()
  await page.getByRole('navigation', { name: 'Teams' }).getByRole('link', { name: 'Boys hockey' }).click()
  await expect(page).toHaveURL(/\?team=cedar-ridge-boys-hockey$/)
  await expect(page.locator('.home-header__subtitle')).toHaveText('Boys hockey')
  const rails = await railsOf(page)
  await page.reload()
  await expect.poll(() => railsOf(page)).toEqual(rails)
  await page.goBack()
  await expect(page).toHaveURL(/\?school=cedar-ridge&trk=mail$/)
  await page.locator('.home-header__subtitle').getByRole('link', { name: 'Plains' }).click()
  await expect(heading(page, 'Plains')).toBeVisible()
  const shared = await context.newPage()
  await shared.goto(page.url())
  await expect(heading(shared, 'Plains')).toBeVisible()
  await expect.poll(() => railsOf(shared)).toEqual(await railsOf(page))
})

const FILTER_PARAMS = {
  group: 'group=cedar-ridge',
  sport: 'sport=hockey',
  gender: 'gender=female',
  division: 'division=lakes',
  location: 'location=1',
  city: 'city=Cedar+Ridge',
  state: 'state=ND',
  type: 'type=free',
  event_category_id: 'event_category_id=1',
  participant_id: 'participant_id=1',
}

for (const [name, query] of Object.entries(FILTER_PARAMS)) {
  test(`the query parameter ${name} filters the home page and the schedule`, {
    tag: name === 'group' ? [] : '@nightly',
  }, async ({ page, request }) => {
    test.slow()
    const key = await apiKey(request)
    const response = await request.get(
      `${server}/api/events?stream_status=finished&limit=100&${query}&api_key=${key}`,
    )
    const { data } = (await response.json()) as { data: { id: number }[] }
    const expected = new Set(data.map(game => `/watch/${game.id}`))
    for (const path of ['/', '/vod']) {
      await page.goto(`${path}?${query}`)
      const shown = page.locator(
        path === '/' ? '#finished a[href^="/watch/"]' : 'main .schedule__list a[href^="/watch/"]',
      )
      await expect(shown.first()).toBeVisible()
      const addresses = await shown.evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
      for (const address of addresses) expect(expected).toContain(address)
    }
  })
}

test('the about page has no broken links and lists the next games', async ({ page }) => {
  await page.goto('/about')
  await expect(page.locator('.prose').getByRole('link', { name: 'schedule' })).toBeVisible()
  const paths = await page
    .locator('.prose a[href^="/"]')
    .evaluateAll(links => links.map(link => (link as HTMLAnchorElement).pathname))
  for (const path of new Set(paths))
    expect((await page.request.get(new URL(path, server).href)).status(), path).toBe(200)
  await expect(
    page.getByRole('complementary', { name: 'Next games' }).getByRole('link').first(),
  ).toBeVisible()
})
