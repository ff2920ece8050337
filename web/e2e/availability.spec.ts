import { type APIRequestContext, expect, test } from '@playwright/test'
import { type EventRow, listEvents } from './support/api'
import { violationsOn } from './support/axe'

interface LimitedEvent extends EventRow {
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
  await page.goto(`/watch/${event.id}`)
  await expect(
    page.getByText(/En direct, et en rediffusion à partir du .*\. Aucun téléchargement\./),
  ).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})
