import { expect, type Page } from '@playwright/test'

/** Wait until a page plays at least a second further. A jump to the live edge does not count. */
export async function expectPlaying(page: Page): Promise<void> {
  const video = page.locator('video').first()
  await expect
    .poll(() =>
      video.evaluate(
        ({ paused, seeking, readyState }: HTMLVideoElement) =>
          !paused && !seeking && readyState > HTMLMediaElement.HAVE_METADATA,
      ),
    )
    .toBe(true)
  const readTime = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const before = await readTime()
  await expect.poll(readTime).toBeGreaterThan(before + 1)
}
