import { expect, test } from '@playwright/test'
import { apiKey, server } from './support/api'
import { applyPack, siteUrl } from './support/operator'

/** What lists leave out, and replays that open on the next day. */

const PLAYER = 'https://player.example.org/embed'

const event = (key: string, starts: string, more: string) =>
  `- {key: ${key.toLowerCase()}, name: ${key} game, category: hockey, starts: "${starts}", duration: 1h, pass: free, ${more}}\n`

test('an unlisted game opens by its link alone, and replays open on the next day', async ({
  page,
  request,
}) => {
  const channel = `listing-${Date.now()}`
  await applyPack({
    channel:
      `slug: ${channel}\nname: Listing\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n` +
      'time_zone: America/Chicago\n',
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    participants: '[]\n',
    events:
      event('Open', 'now -72h', `embed_url: "${PLAYER}/1", replay: {delay: next_day}`) +
      event('Waiting', 'now -90m', `embed_url: "${PLAYER}/2", replay: {delay: 48h}`) +
      event('Secret', 'now +48h', 'visibility: unlisted') +
      event('Public', 'now +48h', 'visibility: public'),
  })
  await page.route(`${PLAYER}/**`, route => route.fulfill({ contentType: 'text/html', body: 'plays' }))
  await page.setViewportSize({ width: 390, height: 844 })
  const key = await apiKey(request, channel)
  const found = await request.get(`${server}/api/events?limit=50&api_key=${key}`)
  const events = ((await found.json()) as { data: { id: number; name: string }[] }).data
  expect(events.map(({ name }) => name).sort()).toEqual(['Open game', 'Public game', 'Waiting game'])
  const idOf = (name: string) => events.find(row => row.name === name)?.id ?? 0

  await page.goto(`${siteUrl(channel)}/upcoming`)
  await expect(page.getByText('Public game').first()).toBeVisible()
  await expect(page.getByText('Secret game')).toHaveCount(0)

  // The ids of a pack follow each other, so the missing one belongs to the unlisted game.
  const hidden = Math.max(...events.map(({ id }) => id)) - 1
  await page.goto(`${siteUrl(channel)}/watch/${hidden}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Secret game')

  await page.goto(`${siteUrl(channel)}/watch/${idOf('Waiting game')}`)
  await expect(page.getByText(/The replay is available from/)).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)

  await page.goto(`${siteUrl(channel)}/watch/${idOf('Open game')}`)
  await expect(page.locator('iframe')).toBeVisible()
})
