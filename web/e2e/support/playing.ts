import { expect, type Locator, type Page } from '@playwright/test'
import { translator } from './translations'

/** Press a button again and again until `isDone`. The button may come and go. */
export async function pressUntil(button: Locator, isDone: () => Promise<boolean>): Promise<void> {
  await expect(async () => {
    if (!(await isDone())) await button.click({ timeout: 2_000 })
    expect(await isDone()).toBe(true)
  }).toPass({ timeout: 90_000 })
}

/** Start the video of a page, which plays without a press if the page was open before the first picture. */
export async function startPlaying(page: Page, say = translator('en')): Promise<void> {
  const pause = page.getByRole('button', { name: say('Pause') }).first()
  await pressUntil(page.getByRole('button', { name: say('Play') }).first(), () => pause.isVisible())
  await expectPlaying(page)
}

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
