import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test'
import { apiKey, listFinishedEvents } from './support/api'

/** The name of each channel, and words that must not appear on the other channel's site. */
const BRANDS = {
  prairie: { name: 'Prairie Sports Network', words: /prairie|sports network/i },
  atelier: { name: 'Atelier Nord', words: /atelier/i },
} as const
type Slug = keyof typeof BRANDS
const OTHER: Record<Slug, Slug> = { prairie: 'atelier', atelier: 'prairie' }
const PATHS = ['/', '/vod_library', '/schedule', '/faq', '/packages', '/about', '/nowhere']

const siteUrl = (base: string | undefined, slug: Slug) =>
  (base ?? '').replace('prairie.localhost', `${slug}.localhost`)

interface PageActivity {
  page: Page
  /** Hostnames of all requests, and the text responses. */
  hosts: Set<string>
  responses: { url: string; text: string }[]
}

async function openAt(context: BrowserContext, address: string): Promise<PageActivity> {
  const page = await context.newPage()
  const activity: PageActivity = { page, hosts: new Set(), responses: [] }
  page.on('request', request => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http')) activity.hosts.add(hostname)
  })
  page.on('response', async response => {
    const kind = response.headers()['content-type'] ?? ''
    if (!/html|json|javascript|css|svg|xml/.test(kind) || response.status() >= 300) return
    const text = await response.text().catch(() => '')
    activity.responses.push({ url: response.url(), text })
  })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  return activity
}

const collectStyles = (page: Page) =>
  page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const colors = ['--body-background', '--accent', '--header-background', '--font-display']
    return {
      colors: colors.map(name => style.getPropertyValue(name).trim()),
      icon: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href,
      theme: document.querySelector<HTMLMetaElement>('meta[name=theme-color]')?.content,
      manifest: document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href,
      stored: Object.keys(localStorage),
      html: document.documentElement.outerHTML,
    }
  })

test('two channels share one browser without sharing any data', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: 'en-US' })
  const tabs = new Map<Slug, PageActivity>()
  for (const slug of ['prairie', 'atelier'] as const) {
    tabs.set(slug, await openAt(context, siteUrl(baseURL, slug)))
  }
  const looks = new Map<Slug, Awaited<ReturnType<typeof collectStyles>>>()
  for (const [slug, { page, hosts, responses }] of tabs) {
    const { words } = BRANDS[OTHER[slug]]
    await expect(page).toHaveTitle(BRANDS[slug].name)
    // The app has rendered once the server's first paint is gone.
    await expect(page.locator('#first')).toHaveCount(0)
    const seen = await collectStyles(page)
    looks.set(slug, seen)
    expect([...hosts]).toEqual([new URL(siteUrl(baseURL, slug)).hostname])
    expect(seen.stored.length).toBeGreaterThan(0)
    for (const key of seen.stored) expect(key).toMatch(new RegExp(`^touchline\\.${slug}\\.`))
    expect(seen.html).not.toMatch(words)
    for (const { url, text } of responses) {
      expect(url, 'an address').not.toMatch(words)
      expect(words.test(text), `${url} names the other channel`).toBe(false)
    }
  }
  const [one, other] = [looks.get('prairie'), looks.get('atelier')]
  for (const what of ['icon', 'theme', 'manifest'] as const) {
    expect(one?.[what]).toBeTruthy()
    expect(one?.[what]).not.toBe(other?.[what])
  }
  for (const [at, color] of (one?.colors ?? []).entries()) expect(color).not.toBe(other?.colors[at])
  await context.close()
})

for (const slug of ['prairie', 'atelier'] as const) {
  test(`no page of ${slug} names the other channel`, { tag: slug === 'atelier' ? [] : '@nightly' }, async ({
    browser,
    baseURL,
  }) => {
    test.slow()
    const context = await browser.newContext({ locale: 'fr-CA' })
    const { words } = BRANDS[OTHER[slug]]
    const { page, responses, hosts } = await openAt(context, siteUrl(baseURL, slug))
    for (const path of PATHS) {
      await page.goto(`${siteUrl(baseURL, slug)}${path}`)
      await expect(page.locator('#first')).toHaveCount(0)
      // Select by tag: while a pop-up is open, the headings behind it have no role.
      await expect(page.locator('main h1').first()).toBeAttached()
      expect(await page.content(), path).not.toMatch(words)
    }
    for (const { url, text } of responses) expect(words.test(text), url).toBe(false)
    expect(hosts.size).toBe(1)
    await context.close()
  })

  test(`${slug} can be installed as an app with its own name and icon`, async ({ baseURL }, info) => {
    const { executablePath, args } = info.project.use.launchOptions ?? {}
    // Chromium cannot install apps from a private window.
    const context = await chromium.launchPersistentContext(info.outputPath('profile'), {
      ...(executablePath === undefined ? {} : { executablePath }),
      ...(args === undefined ? {} : { args }),
    })
    const page = await context.newPage()
    await page.goto(siteUrl(baseURL, slug))
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    const chrome = await context.newCDPSession(page)
    const { installabilityErrors } = await chrome.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { errors, data } = await chrome.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data ?? '{}') as { name: string; icons: { src: string; sizes: string }[] }
    expect(manifest.name).toBe(BRANDS[slug].name)
    for (const icon of manifest.icons) {
      const edge = await page.evaluate(async src => {
        const picture = await createImageBitmap(await (await fetch(src)).blob())
        return `${picture.width}x${picture.height}`
      }, icon.src)
      expect(edge).toBe(icon.sizes)
    }
    await context.close()
  })
}

test('a game has a preview image, a share link and a working embed code', async ({
  page,
  context,
  request,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [game] = await listFinishedEvents(request, await apiKey(request))
  await page.goto(`/watch/${game?.id}`)
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
  const size = await page.evaluate(async src => {
    const drawn = await createImageBitmap(await (await fetch(src ?? '')).blob())
    return [drawn.width, drawn.height]
  }, picture)
  expect(size).toEqual([1200, 630])
  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByLabel('Link')).toHaveValue(`${new URL(`/watch/${game?.id}`, baseURL).href}`)
  await dialog.getByRole('button', { name: 'Copy code' }).click()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  const otherSite = await context.newPage()
  // Use a document of another origin without a content security policy. A document that Playwright fulfills
  // cannot load frames from this machine.
  await otherSite.goto(`${siteUrl(baseURL, 'atelier')}/sw.js`)
  await otherSite.evaluate(html => {
    document.body.innerHTML = html
  }, code)
  const player = otherSite.frameLocator('iframe')
  await expect(player.getByRole('heading', { level: 1 })).toHaveText(game?.full_name ?? '')
  await expect(player.getByRole('banner')).toHaveCount(0)
})
