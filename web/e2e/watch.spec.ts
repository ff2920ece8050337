import { expect, type Page, test } from '@playwright/test'
import { freeRecording, paidRecording } from './support/api'
import { FRAME_RATE, readFrame } from './support/frameCounter'

test('a visitor opens the home page, finds a recorded game, presses play, and the video plays', async ({
  page,
  request,
}) => {
  const game = await freeRecording(request)
  await page.goto('/')
  await page.locator(`#finished a[href="/watch/${game.id}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('@')
  await page.getByRole('button', { name: 'Play' }).first().click()
  const first = await readFrame(page)
  await expect.poll(async () => (await readFrame(page)).frame).toBeGreaterThan(first.frame + FRAME_RATE)
})

test('the player loads on the first gesture, plays by keyboard, and takes the focus', async ({
  page,
  request,
}) => {
  const game = await freeRecording(request)
  // Playwright’s checks count as user gestures. First wait for the idle player to fetch its code.
  const playerIdle = page.waitForResponse(/\/assets\/mount-[^/]+\.js$/)
  await page.goto(`/watch/${game.id}`)
  await playerIdle
  const play = page.locator('.player').getByRole('button', { name: 'Play' })
  await expect(play).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  await play.focus()
  await page.keyboard.press('Enter')
  const first = await readFrame(page)
  await expect.poll(async () => (await readFrame(page)).frame).toBeGreaterThan(first.frame + FRAME_RATE)
  await expect(page.locator('.plyr')).toBeFocused()
  await page.keyboard.press('k')
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(true)
})

test('the frame counter in the video matches the seek bar to within a frame', async ({ page, request }) => {
  const game = await freeRecording(request)
  await page.goto(`/watch/${game.id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  await expectClockMatches(page)
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = 12.02
  })
  await expect.poll(async () => (await readFrame(page)).frame).toBe(300)
})

test('dragging the seek bar moves the game to the new position', async ({ page, request }) => {
  const game = await freeRecording(request)
  await page.goto(`/watch/${game.id}`)
  await page.getByRole('button', { name: 'Play' }).first().click()
  let seen = await readFrame(page)
  const length = await page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)
  expect(seen.position / length).toBeLessThan(0.25)
  await dragSeekBar(page, 0.25, 0.75)
  await expect
    .poll(async () => {
      seen = await readFrame(page)
      return seen.frame / FRAME_RATE / length
    })
    .toBeGreaterThan(0.72)
  expect(seen.position / length).toBeLessThan(0.9)
  await expectClockMatches(page)
})

/**
 * Expect the frame on screen and the player's clock to agree within a frame. A busy browser can paint a later frame
 * between naming one and reading it, so a single reading can be off. A wrong clock never agrees.
 */
async function expectClockMatches(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const seen = await readFrame(page)
      return Math.abs(seen.frame - seen.position * FRAME_RATE)
    })
    .toBeLessThanOrEqual(1)
}

/** Drag the seek bar between two fractions of its width. A bar that only handles clicks does not move. */
async function dragSeekBar(page: Page, from: number, to: number): Promise<void> {
  // During playback, the controls are hidden until the pointer moves over the player.
  await page.locator('.plyr').hover({ position: { x: 200, y: 100 } })
  const bar = page.getByRole('slider', { name: 'Seek' })
  await bar.hover()
  const box = await bar.boundingBox()
  if (box === null) throw new Error('the seek bar is not visible')
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + from * box.width, y)
  await page.mouse.down()
  await page.mouse.move(box.x + to * box.width, y, { steps: 10 })
  await page.mouse.up()
}

test('a pay-per-view game offers its own purchase, but no pass, player or stream URL', async ({
  page,
  request,
}) => {
  const game = await paidRecording(request)
  expect(
    game.media.filter(media => [2, 3, 4, 5].includes(media.type)).every(media => media.url === null),
  ).toBe(true)
  await page.goto(`/watch/${game.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Get access to this game' })).toBeVisible()
  await expect(page.locator('video')).toHaveCount(0)
  const viewingOptions = page.getByRole('radiogroup', { name: 'Viewing options' })
  await expect(viewingOptions.getByRole('radio', { name: /^This game.*\$\d+\.\d\d$/ })).toBeChecked()
  await expect(page.getByRole('link', { name: /^Buy this game for \$\d+\.\d\d$/ })).toHaveAttribute(
    'href',
    new RegExp(`^/buy\\?event_id=${game.id}&single_event_package_id=\\d+$`),
  )
  await expect(viewingOptions.getByRole('radio')).toHaveCount(1)
  await expect(page.getByRole('link', { name: /^View all/ })).toHaveCount(0)
})

test('a game that passes unlock links to the list of passes', async ({ page, request }) => {
  const game = await paidRecording(request, 'paid')
  await page.goto(`/watch/${game.id}`)
  await page.getByRole('link', { name: /^View all \d+ options$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/select-package/${game.id}$`))
})

test('a stream that does not load shows an error and a retry that works', async ({ page, request }) => {
  const game = await freeRecording(request)
  await page.route('**/media/**', route => route.abort())
  await page.goto(`/watch/${game.id}`)
  await expect(page.getByRole('alert')).toContainText('The video could not be loaded', { timeout: 30_000 })
  await page.unroute('**/media/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => (await readFrame(page)).frame, { timeout: 30_000 }).toBeGreaterThan(0)
})
