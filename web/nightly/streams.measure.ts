import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { runTouchline } from '../e2e/support/commands'
import { environment, root } from '../e2e/support/deployment'
import { getStream, type LiveStream, openStream, stopStream } from '../e2e/support/live'
import { createEvent, siteUrl } from '../e2e/support/operator'
import { beginWatching, watchedSoFar } from './standstill'
import { ROW } from './tableReporter'

/** A stream of `contracts/nightly/media/live_cases.py`; all in seconds. */
interface Stream {
  name: string
  seconds: number
  changes: number[]
}

interface Asset {
  id: number
  state: string
}

/** Seconds that a picture may stand still beyond the time in which nothing was sent. */
const PATIENCE = 4
/** Seconds before the end of a stream up to which the picture is timed: then there is nothing to play any more. */
const END = 3
const PYTHON = ['-m', 'contracts.nightly.media.watched']

const answer = <T>(...words: string[]): T =>
  JSON.parse(execFileSync('python', [...PYTHON, ...words], { cwd: root, env: environment, encoding: 'utf8' }))

/** What a publisher says when it has sent all of it. */
function said(program: ChildProcess): Promise<string> {
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

/** The folder of a stream's recording, once it is made. */
async function recordingOf(stream: LiveStream, channel: string): Promise<string> {
  let made: Asset | undefined
  const state = async (): Promise<string | undefined> => {
    const { asset_id } = await getStream(stream, channel)
    const output = await runTouchline('recordings', 'list', '--channel', channel, '--json')
    const assets = JSON.parse(output) as Asset[]
    made = assets.find(({ id }) => id === asset_id)
    return made?.state
  }
  await expect.poll(state, { timeout: 180_000, intervals: [5_000] }).toBe('ready')
  const folder = join(environment.TOUCHLINE_VAR as string, 'media', 'assets')
  const name = readdirSync(folder).find(each => each.startsWith(`${made?.id}-`))
  if (name === undefined) throw new Error('the recording has no folder')
  return join(folder, name)
}

for (const [number, { name, seconds, changes }] of answer<Stream[]>('list').entries())
  test(name, async ({ page }) => {
    const channel = `changing${number}`
    const stream = await openStream(await createEvent(channel, 'starts: now -1m, duration: 2h'), channel)
    await page.goto(`${siteUrl(channel)}/watch/${stream.event_id}`)
    const publisher = spawn('python', [...PYTHON, 'publish', name, stream.server, stream.key], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const sent = said(publisher)
    try {
      await expect(page.locator('video')).toHaveCount(1, { timeout: 90_000 })
      await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5)
      const until = seconds - END
      await beginWatching(page, until)
      const first = await watchedSoFar(page)
      const { gap } = JSON.parse(await sent) as { gap: number }
      await expect
        .poll(async () => (await watchedSoFar(page)).place, { timeout: 30_000 })
        .toBeGreaterThanOrEqual(until)
        .catch(() => undefined)
      const seen = await watchedSoFar(page)
      await stopStream(stream, channel)
      const folder = await recordingOf(stream, channel)
      const { failures, offset } = answer<{ failures: string[]; offset: number }>('check', name, folder)
      const numbers = [`${seen.longest.toFixed(1)} s at ${seen.at.toFixed(1)}`, `${gap.toFixed(1)} s`]
      const cells = [name, ...numbers, seen.error || 'none', failures.length ? 'wrong' : offset.toFixed(1)]
      test.info().annotations.push({ type: ROW, description: cells.join('\t') })
      expect(first.place, 'it is watched before the first change').toBeLessThan(changes[0] ?? seconds)
      expect(seen.error, 'what the player says went wrong').toBe('')
      expect(seen.place, 'where the player is at the end').toBeGreaterThanOrEqual(until)
      expect(seen.longest, 'how long the picture stood still').toBeLessThanOrEqual(gap + PATIENCE)
      expect(failures, 'what is wrong with the recording').toEqual([])
    } finally {
      publisher.kill()
    }
  })
