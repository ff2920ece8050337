import { createServer } from 'node:net'
import { chromium, expect, test } from '@playwright/test'
import lighthouse from 'lighthouse'
import { median, tell } from './told'

const LOOKS = Number(process.env.BUDGET_LOOKS ?? 3)
const ASKED = (process.env.BUDGET_PAGES ?? 'prairie=/').split(',')

/** A port that nobody listens at. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** What Lighthouse says of a page on its telephone, in a browser of its own. */
async function look(address: string, options: object): Promise<Record<string, number>> {
  const port = await freePort()
  const args = [...((options as { args?: string[] }).args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...options, args })
  try {
    const answer = await lighthouse(address, { port, logLevel: 'error', onlyCategories: ['performance'] })
    const audits = answer?.lhr.audits ?? {}
    const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN
    return {
      lcp: value('largest-contentful-paint'),
      fcp: value('first-contentful-paint'),
      cls: value('cumulative-layout-shift'),
      tbt: value('total-blocking-time'),
      speed: answer?.lhr.environment.benchmarkIndex ?? Number.NaN,
    }
  } finally {
    await browser.close()
  }
}

test('pages on a telephone', async ({ baseURL, launchOptions }) => {
  const found: Record<string, Record<string, number>> = {}
  for (const asked of ASKED) {
    const [channel, path] = asked.split('=') as [string, string]
    const address = new URL(path, baseURL)
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
