import { type APIRequestContext, expect, test } from '@playwright/test'
import { apiKey, server } from './support/api'
import { violationsOn } from './support/axe'
import { registerOperator, type Session } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

const CHANNEL = 'prairie'
const STEPS = 9

interface Rehearsal {
  id: number
  event_id: number | null
}

interface Row {
  id: number
}

/** Return the ids of the events that visitors and operators find in lists. */
async function listEventIds(operator: Session, request: APIRequestContext): Promise<number[]> {
  const key = await apiKey(request, CHANNEL)
  const find = async (path: string) =>
    ((await (await request.get(`${server}/api${path}&api_key=${key}`)).json()) as { data: Row[] }).data
  const lists = await Promise.all([
    find('/events?sort=-id&limit=50'),
    find('/events?stream_status=live&limit=50'),
    find('/search?q=rehearsal&limit=20').catch(() => []),
    operator.send<Row[]>('GET', '/studio/events?limit=50&sort=-id').catch(() => []),
  ])
  return lists.flatMap(rows => (Array.isArray(rows) ? rows.map(({ id }) => id) : []))
}

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`an operator rehearses a live event at ${width} px, and nothing of it stays`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(300_000)
    const operator = await registerOperator(request, CHANNEL, 'producer')
    const page = await (await operator.openContext(browser, { width, language })).newPage()
    await page.goto('/studio/rehearsal')
    await page.getByRole('button', { name: say('Start rehearsal') }).click()
    await expect(page.getByRole('button', { name: say('Stop rehearsal') })).toBeVisible({ timeout: 30_000 })
    const newest = page.locator('.panel').first()
    await expect(newest.locator('.rehearsal__step--passed').nth(3)).toBeVisible({ timeout: 120_000 })

    const [rehearsal] = await operator.send<Rehearsal[]>('GET', '/studio/rehearsals')
    const eventId = rehearsal?.event_id
    expect(eventId).toEqual(expect.any(Number))
    expect(await listEventIds(operator, request)).not.toContain(eventId)
    const sitemap = await (await request.get(`${server}/sitemap.xml`)).text()
    expect(sitemap).not.toContain(`/watch/${eventId}`)

    await expect(newest.locator('.rehearsal__step--passed')).toHaveCount(STEPS, { timeout: 180_000 })
    await expect(newest.locator('.badge')).toHaveText(say('Passed'))
    expect(await violationsOn(page)).toEqual([])
    const watched = await request.get(`${server}/api/events/${eventId}?api_key=${await apiKey(request)}`)
    expect(watched.status()).toBe(404)
  })
}
