import { createServer } from 'node:net'
import { type APIRequestContext, type Browser, chromium, expect, test } from '@playwright/test'
import lighthouse, { type RunnerResult } from 'lighthouse'
import Largest from 'lighthouse/core/audits/metrics/largest-contentful-paint.js'
import { ProcessedNavigation } from 'lighthouse/core/computed/processed-navigation.js'
import { ProcessedTrace } from 'lighthouse/core/computed/processed-trace.js'
import { freeRecording, listLibraryItems } from '../e2e/support/api'
import { createClip } from './clip'
import { median, writeResults } from './results'

const RUNS = Number(process.env.BUDGET_RUNS ?? 3)
const PAGES = (process.env.BUDGET_PAGES ?? 'prairie=/').split(',')
const PHONE_SPEED = Number(process.env.BUDGET_PHONE_SPEED ?? 1000)

/** Return a free port. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Return the largest contentful paint in milliseconds that Lighthouse estimates for a slower processor. */
async function largestContentfulPaint({ lhr, artifacts }: RunnerResult, slower: number): Promise<number> {
  const throttling = { ...lhr.configSettings.throttling, cpuSlowdownMultiplier: slower }
  const settings = { ...lhr.configSettings, throttling }
  const context = { settings, options: Largest.defaultOptions, computedCache: new Map() }
  return (await Largest.audit(artifacts, context)).numericValue ?? Number.NaN
}

/**
 * Return the total blocking time in milliseconds on a main thread that is `slower` times as slow as here.
 *
 * This is the processor time above 50 ms of each task after the first paint. Lighthouse uses wall time, which
 * includes waits for a core: server, browser and Lighthouse share the same cores here.
 */
async function totalBlockingTime(
  { lhr, artifacts: { Trace } }: RunnerResult,
  slower: number,
): Promise<number> {
  const context = { settings: lhr.configSettings, options: {}, computedCache: new Map() }
  const { mainThreadEvents } = await ProcessedTrace.request(Trace, context)
  const { timestamps } = await ProcessedNavigation.request(Trace, context)
  return (mainThreadEvents as ((typeof mainThreadEvents)[number] & { tdur?: number })[])
    .filter(({ name, ts }) => name === 'RunTask' && ts >= timestamps.firstContentfulPaint)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slower - 50), 0)
}

/** Measure a page in a new browser, for the phone of the budget and for the phone that Lighthouse simulates. */
async function measurePage(address: string, options: object): Promise<Record<string, number>> {
  const port = await freePort()
  const args = [...((options as { args?: string[] }).args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...options, args })
  try {
    const result = await lighthouse(address, { port, logLevel: 'error', onlyCategories: ['performance'] })
    if (!result) throw new Error(`Lighthouse has no result for ${address}`)
    const value = (name: string): number => result.lhr.audits[name]?.numericValue ?? Number.NaN
    const speed = result.lhr.environment.benchmarkIndex
    const slower = Math.max(1, speed / PHONE_SPEED)
    return {
      lcp: await largestContentfulPaint(result, slower),
      cls: value('cumulative-layout-shift'),
      tbt: await totalBlockingTime(result, slower),
      lighthouse_lcp: value('largest-contentful-paint'),
      lighthouse_tbt: value('total-blocking-time'),
      speed,
    }
  } finally {
    await browser.close()
  }
}

/** Return the path of a page. `event`, `film` and `clip` are pages of a demo event, library item or new clip. */
async function findPath(page: string, channel: string, request: APIRequestContext, browser: Browser) {
  if (page === 'event') return `/watch/${(await freeRecording(request)).id}`
  if (page === 'film') return `/vod_library/${(await listLibraryItems(request, channel)).find(isFree)?.id}`
  if (page === 'clip') return new URL(await createClip(browser, (await freeRecording(request)).id)).pathname
  return page
}
const isFree = ({ pass_type }: { pass_type: string }) => pass_type === 'free'

test('page load on a phone', async ({ baseURL, launchOptions, request, browser }) => {
  const results: Record<string, Record<string, number>> = {}
  for (const target of PAGES) {
    const [channel, page] = target.split('=') as [string, string]
    const address = new URL(await findPath(page, channel, request, browser), baseURL)
    address.hostname = `${channel}.localhost`
    const runs: Record<string, number>[] = []
    for (let n = 0; n < RUNS; n++) runs.push(await measurePage(address.href, launchOptions))
    const names = Object.keys(runs[0] ?? {})
    results[target] = Object.fromEntries(
      names.map(name => [name, median(runs.map(run => run[name] ?? Number.NaN))]),
    )
  }
  expect(Object.keys(results)).toHaveLength(PAGES.length)
  writeResults(results)
})
