import { type ChildProcess, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect as expectSoon, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { CHANNEL, ffmpegPath, openNewEvent, publishStream, stopStream } from './support/live'
import { registerOperator } from './support/session'

/** A value arrives a few seconds after the encoder has sent it, and later on a busy machine. */
const expect = expectSoon.configure({ timeout: 90_000 })
const encoders: ChildProcess[] = []

/** Seconds of the test video with a picture and a tone. After that it is black and silent. */
const GOOD_SECONDS = 40
const TOTAL_SECONDS = 140

/** Return the path of a video that turns black and silent. */
function darkeningVideoPath(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'touchline-health-')), 'game.mp4')
  const picture = `testsrc=s=640x360:r=25,drawbox=t=fill:color=black:enable='gte(t,${GOOD_SECONDS})'`
  const sound = `aevalsrc='0.1*sin(2*PI*440*t)*lt(t,${GOOD_SECONDS})':s=48000`
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, '-t', String(TOTAL_SECONDS)]
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0', '-g', '50', '-sc_threshold', '0']
  execFileSync(ffmpegPath(), ['-nostdin', '-v', 'error', ...inputs, ...video, '-pix_fmt', 'yuv420p', path])
  return path
}

test.describe.configure({ timeout: 420_000 })

test.afterEach(() => {
  for (const encoder of encoders.splice(0)) encoder.kill()
})

test('an operator sees picture and values, and what to change when the stream turns black and silent', async ({
  browser,
  request,
}) => {
  const stream = await openNewEvent()
  const operator = await registerOperator(request, CHANNEL, 'producer')
  const context = await operator.openContext(browser)
  const page = await context.newPage()
  await page.goto(`/studio/schedule/${stream.event}/live`)
  const panel = page.locator('.stream-health')
  await expect(panel.getByText('Start streaming in your encoder.')).toBeVisible()

  encoders.push(await publishStream(stream, stream.key, ['-i', darkeningVideoPath()]))
  await expect(panel.getByRole('img', { name: 'What the encoder sends now' })).toBeVisible()
  const picture = panel.getByRole('img', { name: 'What the encoder sends now' })
  await expect.poll(() => picture.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBe(480)
  await expect(panel.getByText('25 fps')).toBeVisible()
  await expect(panel.getByText('640 × 360')).toBeVisible()
  await expect(panel.getByText('-23 dB').or(panel.getByText('-26 dB'))).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  const black = panel.getByRole('listitem').filter({ hasText: 'The picture has been black' })
  await expect(black).toContainText('check that the right scene is live')
  await expect(panel.getByText('Viewers notice a problem', { exact: true })).toBeVisible()
  await expect(panel.getByRole('listitem').filter({ hasText: 'There has been no sound' })).toContainText(
    'Audio Mixer',
  )

  for (const encoder of encoders.splice(0)) encoder.kill()
  await expect(panel.getByText('The encoder has disconnected.')).toBeVisible()
  await stopStream(stream)
  await expect(panel.getByText('The stream has ended.')).toBeVisible()
  await context.close()
})
