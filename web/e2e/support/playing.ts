import { expect, type Page } from '@playwright/test'

/** Wait until a page plays at least a second further. */
export async function expectPlaying(page: Page): Promise<void> {
  const video = page.locator('video').first()
  const readTime = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await readTime()
  await expect.poll(readTime).toBeGreaterThan(before + 1)
}
