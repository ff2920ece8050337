import { createServer } from 'node:net'
import { type APIRequestContext, type Browser, chromium, expect, test } from '@playwright/test'
import lighthouse, { type RunnerResult } from 'lighthouse'
import TotalBlockingTime from 'lighthouse/core/audits/metrics/total-blocking-time.js'
import { filmsOf, freeRecording } from '../e2e/support/api'
import { aClip } from './clip'
import { median, tell } from './told'

const LOOKS = Number(process.env.BUDGET_LOOKS ?? 3)
const ASKED = (process.env.BUDGET_PAGES ?? 'prairie=/').split(',')
const PHONE_SPEED = Number(process.env.BUDGET_PHONE_SPEED ?? 1000)

/** A port that nobody listens at. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/**
 * Milliseconds of blocking in the same visit on a telephone of `PHONE_SPEED`. Lighthouse takes every machine for one
 * that is four times as fast as a telephone; this one's speed was measured in the visit itself.
 */
async function blockingOnThePhone({ lhr, artifacts }: RunnerResult): Promise<number> {
  const cpuSlowdownMultiplier = Math.max(1, lhr.environment.benchmarkIndex / PHONE_SPEED)
  const throttling = { ...lhr.configSettings.throttling, cpuSlowdownMultiplier }
  const found = await TotalBlockingTime.audit(artifacts, {
    settings: { ...lhr.configSettings, throttling },
    options: TotalBlockingTime.defaultOptions,
    computedCache: new Map(),
  })
  return found.numericValue ?? Number.NaN
}

/** What Lighthouse says of a page on its telephone, in a browser of its own. */
async function look(address: string, options: object): Promise<Record<string, number>> {
  const port = await freePort()
  const args = [...((options as { args?: string[] }).args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...options, args })
  try {
    const answer = await lighthouse(address, { port, logLevel: 'error', onlyCategories: ['performance'] })
    if (!answer) throw new Error(`Lighthouse said nothing of ${address}`)
    const value = (name: string): number => answer.lhr.audits[name]?.numericValue ?? Number.NaN
    return {
      lcp: value('largest-contentful-paint'),
      fcp: value('first-contentful-paint'),
      cls: value('cumulative-layout-shift'),
      tbt: value('total-blocking-time'),
      phone: await blockingOnThePhone(answer),
      speed: answer.lhr.environment.benchmarkIndex,
    }
  } finally {
    await browser.close()
  }
}

/** Pages of a thing are asked for by its kind: a clip is cut for it. */
async function pathOf(page: string, channel: string, request: APIRequestContext, browser: Browser) {
  if (page === 'event') return `/watch/${(await freeRecording(request)).id}`
  if (page === 'film') return `/vod_library/${(await filmsOf(request, channel)).find(isFree)?.id}`
  if (page === 'clip') return new URL(await aClip(browser, (await freeRecording(request)).id)).pathname
  return page
}
const isFree = ({ pass_type }: { pass_type: string }) => pass_type === 'free'

test('pages on a telephone', async ({ baseURL, launchOptions, request, browser }) => {
  const found: Record<string, Record<string, number>> = {}
  for (const asked of ASKED) {
    const [channel, page] = asked.split('=') as [string, string]
    const address = new URL(await pathOf(page, channel, request, browser), baseURL)
    address.hostname = `${channel}.localhost`
    const looks: Record<string, number>[] = []
    for (let n = 0; n < LOOKS; n++) looks.push(await look(address.href, launchOptions))
    const names = Object.keys(looks[0] ?? {})
    found[asked] = Object.fromEntries(
      names.map(name => [name, median(looks.map(one => one[name] ?? Number.NaN))]),
    )
  }
  expect(Object.keys(found)).toHaveLength(ASKED.length)
  tell(found)
})
