import { createServer } from 'node:net'
import { type APIRequestContext, type Browser, chromium, expect, test } from '@playwright/test'
import lighthouse, { type RunnerResult } from 'lighthouse'
import Largest from 'lighthouse/core/audits/metrics/largest-contentful-paint.js'
import { ProcessedNavigation } from 'lighthouse/core/computed/processed-navigation.js'
import { ProcessedTrace } from 'lighthouse/core/computed/processed-trace.js'
import { freeRecording, listLibraryItems } from '../e2e/support/api'
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

/** Milliseconds to the largest picture or text, as Lighthouse reckons them for a processor so many times as slow. */
async function largest({ lhr, artifacts }: RunnerResult, slower: number): Promise<number> {
  const throttling = { ...lhr.configSettings.throttling, cpuSlowdownMultiplier: slower }
  const settings = { ...lhr.configSettings, throttling }
  const context = { settings, options: Largest.defaultOptions, computedCache: new Map() }
  return (await Largest.audit(artifacts, context)).numericValue ?? Number.NaN
}

/**
 * Milliseconds of blocking in a visit whose thread is `slower` times as slow as it was here: what its tasks took
 * above 50 ms each, from the first paint on, by the time that the processor worked on them. Lighthouse goes by the
 * clock, so that a wait for a core, which server, browser and Lighthouse share here, counts as the page's own work.
 */
async function blocking({ lhr, artifacts: { Trace } }: RunnerResult, slower: number): Promise<number> {
  const context = { settings: lhr.configSettings, options: {}, computedCache: new Map() }
  const { mainThreadEvents } = await ProcessedTrace.request(Trace, context)
  const { timestamps } = await ProcessedNavigation.request(Trace, context)
  return (mainThreadEvents as ((typeof mainThreadEvents)[number] & { tdur?: number })[])
    .filter(({ name, ts }) => name === 'RunTask' && ts >= timestamps.firstContentfulPaint)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1000) * slower - 50), 0)
}

/** What a page is on the telephone that is promised, and by Lighthouse's own, in a browser of its own. */
async function look(address: string, options: object): Promise<Record<string, number>> {
  const port = await freePort()
  const args = [...((options as { args?: string[] }).args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...options, args })
  try {
    const answer = await lighthouse(address, { port, logLevel: 'error', onlyCategories: ['performance'] })
    if (!answer) throw new Error(`Lighthouse said nothing of ${address}`)
    const value = (name: string): number => answer.lhr.audits[name]?.numericValue ?? Number.NaN
    const speed = answer.lhr.environment.benchmarkIndex
    const slower = Math.max(1, speed / PHONE_SPEED)
    return {
      lcp: await largest(answer, slower),
      cls: value('cumulative-layout-shift'),
      tbt: await blocking(answer, slower),
      lighthouse_lcp: value('largest-contentful-paint'),
      lighthouse_tbt: value('total-blocking-time'),
      speed,
    }
  } finally {
    await browser.close()
  }
}

/** Pages of a thing are asked for by its kind: a clip is cut for it. */
async function pathOf(page: string, channel: string, request: APIRequestContext, browser: Browser) {
  if (page === 'event') return `/watch/${(await freeRecording(request)).id}`
  if (page === 'film') return `/vod_library/${(await listLibraryItems(request, channel)).find(isFree)?.id}`
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
