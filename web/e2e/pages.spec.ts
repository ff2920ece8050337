import { expect, test } from '@playwright/test'
import { freeLibraryItem, freeRecording } from './support/api'
import { FRAME_RATE, readFrame, wakePlayer } from './support/frameCounter'

const CHANNEL_PAGES = { '/about': 'About', '/privacy_policy': 'Privacy policy', '/terms_conditions': 'Terms' }

for (const [path, name] of Object.entries(CHANNEL_PAGES)) {
  test(`${path} shows the channel’s text under its title`, async ({ page }) => {
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await expect(page).toHaveTitle(new RegExp(name))
    await expect(page.locator('.prose p').first()).toBeVisible()
  })
}

test('/faq shows the answer when a question is opened', async ({ page }) => {
  await page.goto('/faq')
  const question = page.locator('main details').first()
  await expect(question.locator('.prose')).toBeHidden()
  await question.locator('summary').click()
  await expect(question.locator('.prose')).toBeVisible()
})

test('/watch_embed/{id} shows only the player, without header and footer', async ({ page, request }) => {
  const { id } = await freeRecording(request)
  await page.goto(`/watch_embed/${id}`)
  await wakePlayer(page)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
})

test('/vod_library lists the videos, and a free video plays', async ({ page, request, baseURL }) => {
  const libraryItem = await freeLibraryItem(request)
  await page.goto(new URL('/vod_library', baseURL).href.replace('prairie', 'atelier'))
  await expect(page.locator('main a[href^="/vod_library/"]').first()).toBeVisible()
  await page.goto(page.url().replace(/\/vod_library.*/, `/vod_library/${libraryItem.id}`))
  await page.getByRole('button', { name: 'Play' }).first().click()
  const first = await readFrame(page)
  await expect.poll(async () => (await readFrame(page)).frame).toBeGreaterThan(first.frame + FRAME_RATE)
})
