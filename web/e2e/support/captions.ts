import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect as expectSoon, type Page } from '@playwright/test'
import { environment, root } from './deployment'
import { ffmpegPath } from './live'

/** A busy machine needs its time for each state. */
const expect = expectSoon.configure({ timeout: 90_000 })
const SECONDS = 240

/** Create a video with an embedded caption every two seconds. */
export function createCaptionedVideo(): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-captions-'))
  const [plain, captioned] = [join(folder, 'plain.ts'), join(folder, 'captioned.ts')]
  const picture = ['-f', 'lavfi', '-i', `testsrc2=s=320x180:r=25:d=${SECONDS}`]
  const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`]
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-bf', '0', '-g', '50']
  const output = [...coded, '-c:a', 'aac', plain]
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', '-y', ...picture, ...sound, ...output])
  const words = ['-m', 'adapters.video.tests.captioned_video', plain, captioned, String(SECONDS)]
  execFileSync('python', words, { env: environment, cwd: root })
  return captioned
}

/** Choose an item of the player's settings, which close if the pointer rests for some seconds. */
export const chooseSetting = (page: Page, menu: RegExp, item: string): Promise<void> =>
  expect(async () => {
    await page.mouse.move(150 + Math.random() * 100, 160)
    const entry = page.getByRole('menuitem', { name: menu })
    if (!(await entry.isVisible()))
      await page.getByRole('button', { name: 'Settings' }).click({ timeout: 5_000 })
    await entry.click({ timeout: 5_000 })
    await page.getByRole('menuitemradio', { name: item }).click({ timeout: 5_000 })
    await page.keyboard.press('Escape')
  }).toPass()

export const chooseCaptions = (page: Page, item: string): Promise<void> =>
  chooseSetting(page, /^Captions/, item)

/** The captions that the player shows. */
export const shownCaptions = (page: Page) => page.locator('.plyr__captions')

/** Seek the video of a page to a position in seconds. */
export const seekTo = (page: Page, seconds: number) =>
  page.locator('video').evaluate((video: HTMLVideoElement, to) => {
    video.currentTime = to
  }, seconds)

/** Return what ffmpeg writes about a file on its error output. */
export function describeFile(path: string): string {
  try {
    execFileSync(ffmpegPath(), ['-nostdin', '-hide_banner', '-i', path], { encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    // Without an output, ffmpeg ends with an error after the description.
    return String((error as { stderr: string }).stderr)
  }
}

const toWebVtt = (...input: string[]): string =>
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', ...input, '-f', 'webvtt', '-'], { encoding: 'utf8' })

/** Return a text track of a file as WebVTT. */
export const readTextTrack = (path: string, number: number): string =>
  toWebVtt('-i', path, '-map', `0:s:${number}`)

/** Return the CEA-608 captions that the pictures of a file have, as WebVTT. */
export const readPictureCaptions = (path: string): string =>
  toWebVtt('-f', 'lavfi', '-i', `movie=${path}[out+subcc]`, '-map', 's')
