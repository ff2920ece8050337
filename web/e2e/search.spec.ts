import { readFile } from 'node:fs/promises'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { type EventRow, listEvents, server } from './support/api'

const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Search|Rechercher)$/ })
const input = (page: Page) => dialog(page).getByRole('combobox')
const options = (page: Page) => dialog(page).getByRole('option')

async function search(page: Page, words: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('/')
  await expect(input(page)).toBeFocused()
  await page.keyboard.type(words)
}

test('a team is found with the keyboard alone, despite typos', async ({ page }) => {
  await page.goto('/faq')
  await search(page, 'goldfeild hocky')
  const group = dialog(page).getByRole('group', { name: 'Teams and schools' })
  await expect(group.getByRole('option').first()).toContainText('Goldfield')
  await expect(options(page).first()).toHaveAttribute('data-highlighted', '')
  const team = group.getByRole('option', { name: /Goldfield.*hockey/ }).first()
  while ((await team.getAttribute('data-highlighted')) === null) await page.keyboard.press('ArrowDown')
  await expect(input(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/\?team=goldfield/)
  await expect(page.getByRole('heading', { level: 1, name: 'Goldfield' })).toBeFocused()
  await expect(dialog(page)).toBeHidden()
})

test('live games are listed first and link to their streams', async ({ page, request }) => {
  let live: EventRow | undefined
  const findLive = async () =>
    (live = (await listEvents(request, 'live')).find(({ live_state }) => live_state === 'on_air'))
  await expect.poll(findLive).toBeDefined() // the demo streams start after the server
  await page.goto('/')
  await search(page, live?.name ?? '')
  const first = options(page).first()
  await expect(first).toContainText('LIVE')
  await first.click()
  await expect(page).toHaveURL(/\/watch\/\d+$/)
})

test('the schedule lists all games for the search words, and the words can be removed', async ({ page }) => {
  await page.goto('/faq')
  await search(page, 'ironwood')
  await options(page).filter({ hasText: 'All games for “ironwood”' }).click()
  await expect(page).toHaveURL(/\/(schedule|vod)\?q=ironwood$/)
  await expect(page.locator('main a[href^="/watch/"]').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter “ironwood”' }).click()
  await expect(page).not.toHaveURL(/q=/)
})

test('Escape closes the search and the focus goes back to its button', async ({ page }) => {
  await page.goto('/faq')
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  await expect(input(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()
})

test('on a phone in French, a search without accents finds a video', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const atelier = new URL(baseURL ?? '')
  atelier.hostname = 'atelier.localhost'
  await page.goto(`${atelier.origin}/?lang=fr`)
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click()
  await input(page).fill('ceramiqe')
  const videos = dialog(page).getByRole('group', { name: 'Vidéothèque' }).getByRole('option')
  await expect(videos.first()).toContainText('Céramique')
  await expect(dialog(page).getByRole('group')).toHaveCount(1)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id }) => id)).toEqual([])
  await videos.first().click()
  await expect(page).toHaveURL(/\/vod_library\/\d+$/)
})

test('an empty search says so, and a failed search can be tried again', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/faq')
  await search(page, 'xyzzyq')
  await expect(dialog(page).getByText('No results for “xyzzyq”')).toBeVisible()
  await expect(input(page)).toHaveAttribute('aria-expanded', 'false')
  await page.route('**/api/search?*', route => route.abort())
  await input(page).fill('gold')
  await expect(dialog(page).getByText('Search is unavailable')).toBeVisible()
  await expect(input(page)).toHaveAttribute('aria-expanded', 'false')
  await page.unroute('**/api/search?*')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(options(page).first()).toContainText('Goldfield')
})

test('an upcoming game and the schedule of a school can be saved as calendar files', {
  tag: '@nightly',
}, async ({ page, request }) => {
  const [next] = await listEvents(request, 'upcoming')
  await page.goto(`/watch/${next?.id}`)
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to calendar' }).click(),
  ])
  const calendarText = await readFile(await saved.path(), 'utf-8')
  expect(calendarText).toContain(`UID:event-${next?.id}@`)
  await page.goto('/?school=goldfield')
  await page.getByRole('button', { name: /^Subscribe/ }).click()
  const [feed] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download games (.ics)' }).click(),
  ])
  expect(feed.url()).toContain('/calendar.ics?school=goldfield')
  expect(await readFile(await feed.path(), 'utf-8')).toContain('X-WR-CALNAME:Goldfield')
  const response = await request.get(`${server}/calendar.ics?channel=prairie&team=nobody`)
  expect(response.headers()['content-type']).toContain('text/calendar')
})
