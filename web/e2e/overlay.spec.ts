import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { applyPack, siteUrl } from './support/operator'
import { registerOperator, type Session } from './support/session'

/** Score overlays: a transparent page for OBS and vMix, and the scoreboard of a gym. */

interface Game {
  id: number
  operator: Session
  overlay: string
  scoreboard: string
}

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
]
/** Parts of the picture that the title-safe area of 90 % leaves free at each edge. */
const SAFE_MARGIN = 0.05

/** Create a channel with a private game that is on, and the addresses of its overlay. */
async function createGame(request: APIRequestContext, name: string): Promise<Game> {
  const channel = `${name}-${Date.now()}`
  await applyPack({
    channel: `slug: ${channel}\nname: Overlay\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    participants:
      '- {key: owls, name: Harlan Falls, short_name: HRF, category: hockey, color: "#1a5fe0"}\n' +
      '- {key: elks, name: Cedar Ridge, short_name: CDR, category: hockey, color: "#f2c230"}\n',
    events:
      '- {key: game, away: owls, home: elks, category: hockey, starts: "now -20m", duration: 2h, pass: free, ' +
      'visibility: team_members}\n',
  })
  const operator = await registerOperator(request, channel, 'owner')
  const [event] = await operator.send<{ id: number }[]>('GET', '/studio/events')
  if (!event) throw new Error('the channel has no game')
  const links = await operator.send<Record<'overlay_url' | 'scoreboard_url', string>>(
    'GET',
    `/studio/events/${event.id}/overlay`,
  )
  const at = (url: string) => siteUrl(channel) + new URL(url).pathname + new URL(url).search
  return { id: event.id, operator, overlay: at(links.overlay_url), scoreboard: at(links.scoreboard_url) }
}

/** Add an entry to the timeline of a game, as a scorer does. */
const score = ({ operator, id }: Game, kind: string, fields: object = {}) =>
  operator.send('POST', `/studio/events/${id}/timeline`, {
    entries: [{ id: randomUUID(), kind, at_ms: Date.now(), ...fields }],
    after: 0,
  })

const goal = (game: Game, side: 'away' | 'home', text = '') =>
  score(game, 'scored', { side, points: 1, type: 'goal', ...(text ? { text } : {}) })

interface PageOptions {
  size?: { width: number; height: number }
  locale?: string
}

/** Open a page with animations, as OBS does, and record the hosts that it requests. */
async function openPage(
  browser: Browser,
  url: string,
  { size = { width: 1920, height: 1080 }, locale = 'en-US' }: PageOptions = {},
): Promise<{ page: Page; hosts: Set<string>; paths: Set<string> }> {
  const context = await browser.newContext({
    viewport: size,
    locale,
    reducedMotion: 'no-preference',
  })
  const page = await context.newPage()
  const hosts = new Set<string>()
  const paths = new Set<string>()
  page.on('request', sent => {
    const requested = new URL(sent.url())
    if (requested.protocol === 'data:') return
    hosts.add(requested.host)
    paths.add(requested.pathname)
  })
  await page.goto(url)
  return { page, hosts, paths }
}

/** Return the share of fully transparent pixels of the page, and whether a pixel outside the safe area is painted. */
async function readAlpha(page: Page): Promise<{ transparent: number; isOutsidePainted: boolean }> {
  const image = (await page.screenshot({ omitBackground: true })).toString('base64')
  const reader = await page.context().newPage()
  const result = await reader.evaluate(
    async ({ image, margin }) => {
      const bytes = Uint8Array.from(atob(image), character => character.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      let transparent = 0
      let isOutsidePainted = false
      for (let index = 0; index < width * height; index += 1) {
        const alpha = data[index * 4 + 3] ?? 0
        const x = (index % width) / width
        const y = Math.floor(index / width) / height
        if (alpha === 0) transparent += 1
        // A soft shadow may reach into the margin.
        else if (alpha > 200 && (x < margin || y < margin || x > 1 - margin || y > 1 - margin))
          isOutsidePainted = true
      }
      return { transparent: transparent / (width * height), isOutsidePainted }
    },
    { image, margin: SAFE_MARGIN - 0.002 },
  )
  await reader.close()
  return result
}

for (const size of SIZES) {
  test(`the overlay at ${size.width} × ${size.height} is transparent, and a goal appears within 2 s and moves`, async ({
    browser,
    request,
  }) => {
    const game = await createGame(request, `overlay${size.height}`)
    const { page, hosts, paths } = await openPage(browser, game.overlay, { size })
    const bug = page.locator('.overlay-bug')
    await expect.poll(() => [...paths].some(path => path.startsWith('/timeline/'))).toBe(true)
    await expect(bug).toHaveCount(0)
    expect((await readAlpha(page)).transparent).toBe(1)

    await score(game, 'clock_started')
    await expect(bug).toContainText('HRF')
    await expect(bug).toContainText(/1st\s*1[67]:\d\d/)
    const scores = bug.locator('.overlay-bug__score')
    await expect(scores).toHaveText(['0', '0'])

    await goal(game, 'home', '9 Nora Quist')
    await expect(scores).toHaveText(['0', '1'], { timeout: 2000 })
    const moves = await scores.last().evaluate(element => element.getAnimations().length)
    expect(moves).toBeGreaterThan(0)
    const third = page.locator('.lower-third')
    await expect(third).toContainText('Goal')
    await expect(third).toContainText('Cedar Ridge · 9 Nora Quist')
    await expect.poll(() => third.evaluate(element => getComputedStyle(element).opacity)).toBe('1')
    await page.screenshot({ path: test.info().outputPath('overlay.png'), omitBackground: true })
    const alpha = await readAlpha(page)
    expect(alpha.transparent).toBeGreaterThan(0.8)
    expect(alpha.isOutsidePainted).toBe(false)
    await expect(third).toHaveCount(0, { timeout: 8000 })

    expect([...hosts]).toEqual([new URL(game.overlay).host])
    expect([...paths].filter(path => path.startsWith('/api/') || path.startsWith('/datalake'))).toEqual([])
  })
}

test('the overlay in French says what happened in French, at the chosen corner', async ({
  browser,
  request,
}) => {
  const game = await createGame(request, 'overlayfr')
  const { page } = await openPage(browser, `${game.overlay}&lang=fr&position=bottom-right&scale=1.2`)
  await score(game, 'clock_started')
  const bug = page.locator('.overlay-bug')
  await expect(bug).toBeVisible()
  const corner = () =>
    bug.evaluate(element => {
      const { right, bottom } = element.getBoundingClientRect()
      return [right, bottom].map(Math.round)
    })
  await expect.poll(corner).toEqual([1920 * 0.95, 1080 * 0.95])
  await goal(game, 'away', '12 Léa Roy')
  await expect(page.locator('.lower-third')).toContainText('But')
  await page.screenshot({ path: test.info().outputPath('overlay.png'), omitBackground: true })
  await score(game, 'game_ended')
  await expect(bug).toContainText('Final')
})

test('an address that does not work says so in the picture', async ({ browser, request }) => {
  const game = await createGame(request, 'overlaybad')
  const { page } = await openPage(browser, `${game.overlay}x`)
  await expect(page.getByRole('alert')).toContainText('This address no longer works.')
  expect((await readAlpha(page)).transparent).toBeGreaterThan(0.8)
})

test('the scoreboard fills the screen, and goes on when the connection is lost', async ({
  browser,
  request,
}) => {
  const game = await createGame(request, 'scoreboard')
  const { page, hosts } = await openPage(browser, game.scoreboard)
  await score(game, 'clock_started')
  const digits = page.locator('.scoreboard__digits')
  await goal(game, 'away')
  await expect(digits).toHaveText(['1', '0'])
  const box = await digits.first().boundingBox()
  expect(box?.height ?? 0).toBeGreaterThan(1080 * 0.3)
  await expect(page.getByRole('table', { name: 'Line score' })).toContainText('HRF')
  await page.screenshot({ path: test.info().outputPath('scoreboard.png') })

  await page.context().setOffline(true)
  await expect(page.getByRole('status')).toContainText('No connection')
  const clock = page.locator('.scoreboard__clock')
  const shown = await clock.textContent()
  await expect(clock).not.toHaveText(shown ?? '')
  await goal(game, 'home')
  await page.context().setOffline(false)
  await expect(digits).toHaveText(['1', '1'])
  await expect(page.getByRole('status')).toHaveCount(0)
  expect([...hosts]).toEqual([new URL(game.scoreboard).host])
})
