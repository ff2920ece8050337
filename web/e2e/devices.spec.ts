import { type APIRequestContext, expect, test } from '@playwright/test'
import { type EventRow, paidRecording, server, VOD } from './support/api'
import { uniqueEmailAddress } from './support/emails'
import { wakePlayer } from './support/frameCounter'
import { expectPlaying } from './support/playing'
import { Session } from './support/session'

const PASSWORD = 'Plum orchard, last frost'

/** Request video as a device without a page does, and return the status of the response. */
async function requestVideo(request: APIRequestContext, session: Session, eventId: number): Promise<number> {
  const { media } = await session.send<EventRow>('GET', `/events/${eventId}`)
  const url = media.find(({ type }) => type === VOD)?.url
  return (await request.get(new URL(url ?? '', server).href)).status()
}

test('the fourth device stops one of three and plays, and a reload or a closed tab locks nobody out', async ({
  browser,
  request,
}) => {
  test.slow()
  const game = await paidRecording(request)
  const login = uniqueEmailAddress('family')
  const account = { login, password: PASSWORD }
  const television = await Session.register(request, 'prairie', account)
  const offers = await television.send<{ id: number; type: string }[]>('GET', '/packages')
  await television.send('POST', '/stripe/buy', {
    type: 'event',
    id: game.id,
    single_event_package_id: offers.find(({ type }) => type === 'event')?.id,
    payment_method: 'pm_card_visa',
  })
  const tablet = await Session.logIn(request, 'prairie', account)
  const laptop = await Session.logIn(request, 'prairie', account)
  const phone = await Session.logIn(request, 'prairie', account)

  const first = await (await laptop.openContext(browser)).newPage()
  await first.goto(`/watch/${game.id}`)
  await wakePlayer(first)
  await first.getByRole('button', { name: /^Play/ }).first().click()
  await expectPlaying(first)
  // The player may still show an ad.
  expect(await requestVideo(request, laptop, game.id)).toBe(200)
  expect(await requestVideo(request, television, game.id)).toBe(200)
  expect(await requestVideo(request, tablet, game.id)).toBe(200)
  expect(await requestVideo(request, phone, game.id)).toBe(403)

  const context = await phone.openContext(browser, { width: 390, height: 844 })
  const fourth = await context.newPage()
  const title = { name: 'Watching on 3 devices: stop one' }
  await fourth.goto(`/watch/${game.id}`)
  await wakePlayer(fourth)
  await fourth.getByRole('button', { name: /^Play/ }).first().click()
  await expect(fourth.getByRole('heading', title)).toBeVisible()
  await fourth.getByRole('button', { name: /^Stop .*Chrome/ }).click()
  await expectPlaying(fourth)

  // The stopped device has loaded the whole video. It asks for more after a reload.
  await first.reload()
  await wakePlayer(first)
  await first.getByRole('button', { name: /^Play/ }).first().click()
  await expect(first.getByRole('heading', { name: 'Stopped on another device' })).toBeVisible()
  await first.getByRole('button', { name: 'Watch here' }).click()
  await expect(first.getByRole('heading', title)).toBeVisible()

  await fourth.close()
  const reopened = await context.newPage()
  await reopened.goto(`/watch/${game.id}`)
  await wakePlayer(reopened)
  await reopened.getByRole('button', { name: /^Play/ }).first().click()
  await expectPlaying(reopened)

  // A device that logs out frees its place at once. The panel checks every 10 s.
  await television.send('POST', '/auth/logout', {})
  await first.getByRole('button', { name: /^Play/ }).first().click()
  await expectPlaying(first)
  for (const page of [first, reopened]) await page.context().close()
})
