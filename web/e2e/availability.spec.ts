import { type APIRequestContext, expect, test } from '@playwright/test'
import { type EventRow, listEvents } from './support/api'
import { violationsOn } from './support/axe'

interface LimitedEvent extends EventRow {
  access_reason: string
  allows_downloads: boolean
}

/** Return the game of the demo whose replay opens the next day, and which nobody can download. */
async function limitedEvent(request: APIRequestContext): Promise<LimitedEvent> {
  const events = (await listEvents(request, 'upcoming')) as LimitedEvent[]
  const event = events.find(row => !row.allows_downloads)
  if (!event) throw new Error('the demo has no game without downloads')
  return event
}

test.use({ viewport: { width: 390, height: 844 } })

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const choice = JSON.stringify({ value: 'fr', until: Date.now() + 1e9 })
    localStorage.setItem('touchline.prairie.language', choice)
  })
})

test('viewers of other countries read in French what access to a game includes before they buy it', async ({
  page,
  request,
}) => {
  const event = await limitedEvent(request)
  test.skip(event.access_reason === 'blackout', 'needs another country than CA')
  await page.goto(`/watch/${event.id}`)
  await expect(
    page.getByText(/En direct, et en rediffusion à partir du .*\. Aucun téléchargement\./),
  ).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('viewers in a blacked-out country read in French until when, and can buy the replay', async ({
  page,
  request,
}) => {
  const event = await limitedEvent(request)
  test.skip(event.access_reason !== 'blackout', 'needs TOUCHLINE_GEO=fixed and TOUCHLINE_GEO_COUNTRY=CA')
  await page.goto(`/watch/${event.id}`)
  await expect(
    page.getByText(/Diffusion interdite dans votre région jusqu’au .* regarder la rediffusion/),
  ).toBeVisible()
  await expect(page.getByText(/Ce match/).first()).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
