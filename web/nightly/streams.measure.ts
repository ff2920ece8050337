import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { runTouchline } from '../e2e/support/commands'
import { environment, root } from '../e2e/support/deployment'
import { getStream, type LiveStream, openStream, stopStream } from '../e2e/support/live'
import { createEvent, siteUrl } from '../e2e/support/operator'
import { readMeasurement, startMeasuring } from './standstill'
import { ROW } from './tableReporter'

/** A stream of `contracts/nightly/media/live_cases.py`. Times are in seconds. */
interface Stream {
  name: string
  seconds: number
  changes: number[]
}

interface Asset {
  id: number
  state: string
}

/** Seconds that a freeze may be longer than the longest gap in the stream. */
const FREEZE_TOLERANCE = 4
/** Seconds at the end of a stream that are not measured, because the player runs out of video. */
const UNMEASURED_END = 3
const PYTHON = ['-m', 'contracts.nightly.media.browser_streams']

const runPython = <T>(...words: string[]): T =>
  JSON.parse(execFileSync('python', [...PYTHON, ...words], { cwd: root, env: environment, encoding: 'utf8' }))

/** Return the output of a publisher after it has sent the whole stream. */
function waitForOutput(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    program.stdout?.on('data', data => {
      text += data
    })
    program.on('close', status =>
      status === 0 ? resolve(text) : reject(new Error(`the publisher ended with status ${status}`)),
    )
  })
}

/** Wait for the recording of a stream, and return its folder. */
async function recordingFolder(stream: LiveStream, channel: string): Promise<string> {
  let recording: Asset | undefined
  const state = async (): Promise<string | undefined> => {
    const { asset_id } = await getStream(stream, channel)
    const output = await runTouchline('recordings', 'list', '--channel', channel, '--json')
    const assets = JSON.parse(output) as Asset[]
    recording = assets.find(({ id }) => id === asset_id)
    return recording?.state
  }
  await expect.poll(state, { timeout: 180_000, intervals: [5_000] }).toBe('ready')
  const folder = join(environment.TOUCHLINE_VAR as string, 'media', 'assets')
  const name = readdirSync(folder).find(each => each.startsWith(`${recording?.id}-`))
  if (name === undefined) throw new Error('the recording has no folder')
  return join(folder, name)
}

for (const [number, { name, seconds, changes }] of runPython<Stream[]>('list').entries())
  test(name, async ({ page }) => {
    const channel = `changing${number}`
    const stream = await openStream(await createEvent(channel, 'starts: now -1m, duration: 2h'), channel)
    await page.goto(`${siteUrl(channel)}/watch/${stream.event_id}`)
    const publisher = spawn('python', [...PYTHON, 'publish', name, stream.server, stream.key], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const sent = waitForOutput(publisher)
    try {
      await expect(page.locator('video')).toHaveCount(1, { timeout: 90_000 })
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
      const until = seconds - UNMEASURED_END
      await startMeasuring(page, until)
      const first = await readMeasurement(page)
      const { gap } = JSON.parse(await sent) as { gap: number }
      await expect
        .poll(async () => (await readMeasurement(page)).place, { timeout: 30_000 })
        .toBeGreaterThanOrEqual(until)
        .catch(() => undefined)
      const measured = await readMeasurement(page)
      await stopStream(stream, channel)
      const folder = await recordingFolder(stream, channel)
      const { failures, offset } = runPython<{ failures: string[]; offset: number }>('check', name, folder)
      const numbers = [`${measured.longest.toFixed(1)} s at ${measured.at.toFixed(1)}`, `${gap.toFixed(1)} s`]
      const cells = [
        name,
        ...numbers,
        measured.error || 'none',
        failures.length ? 'wrong' : offset.toFixed(1),
      ]
      test.info().annotations.push({ type: ROW, description: cells.join('\t') })
      expect(first.place, 'position when the measurement starts, before the first change').toBeLessThan(
        changes[0] ?? seconds,
      )
      expect(measured.error, 'the error message of the player').toBe('')
      expect(measured.place, 'the last position of the player').toBeGreaterThanOrEqual(until)
      expect(measured.longest, 'the longest freeze').toBeLessThanOrEqual(gap + FREEZE_TOLERANCE)
      expect(failures, 'failed checks of the recording').toEqual([])
    } finally {
      publisher.kill()
    }
  })
