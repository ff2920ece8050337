import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type Browser, expect as expectSoon, type Page, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { launchPhone } from './support/camera'
import { environment, port, root } from './support/deployment'
import { FRAME_RATE, readFrame } from './support/frameCounter'
import { applyPack, siteUrl } from './support/operator'
import { registerOperator, type Session } from './support/session'
import { ShapingProxy } from './support/shapingProxy'
import { translator } from './support/translations'

const expect = expectSoon.configure({ timeout: 90_000 })
const CHANNEL = `camera-${Date.now()}`
const EVENTS = ['journey', 'line']
/** Chromium's camera plays a video of this many frames in a loop. */
const LOOP_FRAMES = 24 * FRAME_RATE

let phone: Browser
let owner: Session

test.describe.configure({ timeout: 420_000 })

test.beforeAll(async ({ playwright }, { project }) => {
  test.setTimeout(240_000)
  const event = (key: string) =>
    `- {key: ${key}, name: Skating test, category: hockey, starts: now -1m, duration: 2h, pass: free}\n`
  await applyPack({
    channel: `slug: ${CHANNEL}\nname: ${CHANNEL}\ndomains: [${CHANNEL}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events: EVENTS.map(event).join(''),
  })
  owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
  phone = await launchPhone(project.use.launchOptions?.executablePath)
})

test.afterAll(() => phone.close())

async function openCamera(eventKey: string, sitePort: number, language: 'en' | 'fr'): Promise<Page> {
  const context = await owner.openContext(phone, { width: 390, height: 844, language })
  const page = await context.newPage()
  await page.goto(`http://${CHANNEL}.localhost:${sitePort}/studio/camera/${eventKey}`)
  return page
}

async function findEventId(eventKey: string): Promise<number> {
  const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
  return events.find(({ key }) => key === eventKey)?.id as number
}

const readState = async (eventKey: string) =>
  (await owner.send<{ state: string }>('GET', `/studio/events/${eventKey}/stream`)).state

/** Return the folder with the stream of an event that is live, on this machine. */
async function findFolder(eventKey: string): Promise<string> {
  const event = await owner.send('GET', `/events/${await findEventId(eventKey)}`)
  const [folder] = /live\/\d+-[0-9a-f]+/.exec(JSON.stringify(event)) ?? []
  if (folder === undefined) throw new Error(`${eventKey} has no stream`)
  return join(environment.TOUCHLINE_VAR as string, 'media', folder)
}

/** Return the longest time in seconds that is missing between two frames of a stream, and its length. */
function measureGaps(folder: string): { longestGap: number; seconds: number } {
  const output = execFileSync(
    'python',
    ['-m', 'contracts.nightly.media.frame_counters', join(folder, 'source.m3u8')],
    { cwd: root, env: environment, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  const frames = (JSON.parse(output) as (number | null)[]).filter(frame => frame !== null)
  const steps = frames.slice(1).map((frame, index) => {
    const step = frame - (frames[index] as number)
    return step < -LOOP_FRAMES / 2 ? step + LOOP_FRAMES : step
  })
  return { longestGap: Math.max(...steps) / FRAME_RATE, seconds: frames.length / FRAME_RATE }
}

test('a phone goes live in French, viewers watch it, and it ends the stream', async ({ page }) => {
  const say = translator('fr')
  const camera = await openCamera('journey', Number(port), 'fr')
  await camera.getByRole('button', { name: say('Go live') }).click()
  await expect(camera.getByRole('button', { name: say('Stop'), exact: true })).toBeVisible()
  await page.goto(`${siteUrl(CHANNEL)}/watch/${await findEventId('journey')}`)
  await expect(page.locator('video')).toHaveCount(1)
  const { frame } = await readFrame(page)
  await expect
    .poll(async () => Math.abs((await readFrame(page)).frame - frame))
    .toBeGreaterThan(2 * FRAME_RATE)
  // What viewers see is also on the phone.
  await expect(camera.locator('.camera__viewer-picture video')).toBeVisible()
  expect(await violationsOn(camera)).toEqual([])

  await camera.getByRole('button', { name: say('Stop'), exact: true }).click()
  await camera.getByRole('button', { name: say('End stream') }).click()
  await expect(camera.getByText(say('Everything is sent'))).toBeVisible()
  await expect.poll(() => readState('journey')).toBe('finished')
})

test('@nightly a line of 1 Mbit/s that is gone for 30 s loses nothing', async () => {
  const line = { bitrate: 1_000_000, delayMs: 100, loss: 0.02 }
  const proxy = new ShapingProxy({ host: '127.0.0.1', port: Number(port) }, line)
  const camera = await openCamera('line', await proxy.listen(), 'en')
  const quality = camera.getByTestId('quality')
  await camera.getByRole('button', { name: 'Go live' }).click()
  await expect(quality).toBeVisible()
  const first = await quality.innerText()
  await expect.poll(() => readState('line')).toBe('live')
  const folder = await findFolder('line')

  proxy.cut()
  const cutAt = Date.now()
  await expect(camera.getByText('No connection. Recording goes on')).toBeVisible()
  await camera.waitForFunction(until => Date.now() > until, cutAt + 30_000, { timeout: 60_000 })
  const behind = await camera.getByTestId('backlog').innerText()
  proxy.mend()
  const mendedAt = Date.now()
  await expect(camera.getByText('No connection. Recording goes on')).toBeHidden()
  await expect(
    camera.getByText(/^Sending what was filmed while the line was gone: \d+ s left$/),
  ).toBeVisible()
  // The phone catches up while it records.
  await expect(camera.getByTestId('backlog')).toBeHidden({ timeout: 120_000 })
  const caughtUp = (Date.now() - mendedAt) / 1000
  const last = await quality.innerText()
  await camera.getByRole('button', { name: 'Stop', exact: true }).click()
  await camera.getByRole('button', { name: 'End stream' }).click()
  await expect(camera.getByText('Everything is sent')).toBeVisible()
  await expect.poll(() => readState('line')).toBe('finished')
  const { longestGap, seconds } = measureGaps(folder)
  console.log(
    `phone camera on 1 Mbit/s, 2 % loss, 200 ms: ${first} → ${last}; ${behind} after 30 s without a line; ` +
      `caught up in ${caughtUp.toFixed(0)} s; ${seconds.toFixed(0)} s recorded; longest gap ${longestGap.toFixed(2)} s`,
  )
  expect(longestGap).toBeLessThan(1)
  proxy.close()
})
