import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { applyPack, ownChannelSlug } from './support/operator'
import { registerOperator, type Session } from './support/session'
import { listOperatorCalls, openNavigation, SCREENS } from './support/studio'
import { translator } from './support/translations'

const CHANNEL = ownChannelSlug('team')
/** A room of each group of the navigation. */
const CLOSED_ROOMS = ['schedule', 'orders', 'settings']
/** The calls that a scorekeeper may make, with their answers: the own day and the own access tokens. */
const OPEN_CALLS = {
  'GET /studio/today': 200,
  'GET /studio/tokens': 200,
  'POST /studio/tokens': 422,
  'DELETE /studio/tokens/999999': 404,
}

interface Member {
  account_id: number
  role: string
}

let owner: Session

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(120_000)
  await applyPack({
    channel: `slug: ${CHANNEL}\nname: ${CHANNEL}\ndomains: [${CHANNEL}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events:
      '- {key: mine, name: Semifinal, category: hockey, starts: "+1 day 19:00", duration: 2h, pass: free}\n' +
      '- {key: other, name: Final, category: hockey, starts: "+2 days 19:00", duration: 2h, pass: free}\n',
  })
  owner = await registerOperator(await playwright.request.newContext(), CHANNEL, 'owner')
})

/** Return the account of the newest member with a role. */
async function findMember(role: string): Promise<number> {
  const { members } = await owner.send<{ members: Member[] }>('GET', '/studio/team')
  return Math.max(...members.filter(member => member.role === role).map(member => member.account_id))
}

/** Return the status of each call of operators. */
async function callEverything(session: Session): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (const [method, path] of listOperatorCalls())
    statuses[`${method} ${path}`] = (await session.call(method, path)).status
  return statuses
}

const listOpened = (statuses: Record<string, number>) =>
  Object.fromEntries(Object.entries(statuses).filter(([, status]) => status !== 403))

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`a scorekeeper opens the assigned events and nothing else at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(180_000)
    const scorekeeper = await registerOperator(request, CHANNEL, 'scorekeeper')
    const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
    const [mine, other] = ['mine', 'other'].map(key => events.find(event => event.key === key)?.id)
    await owner.send('PATCH', `/studio/team/${await findMember('scorekeeper')}`, { event_ids: [mine] })

    expect(listOpened(await callEverything(scorekeeper))).toEqual(OPEN_CALLS)
    const statusOf = async (id?: number) =>
      (await scorekeeper.call('GET', `/studio/assigned-events/${id}`)).status
    expect([await statusOf(mine), await statusOf(other)]).toEqual([200, 403])

    const context = await scorekeeper.openContext(browser, { width, language })
    const page = await context.newPage()
    const closed = page.getByRole('heading', { level: 1, name: say('Your role doesn’t include this page') })
    await page.goto('/studio')
    await page.getByRole('link', { name: 'Semifinal' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Semifinal' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    const navigation = await openNavigation(page, say)
    await expect(navigation.getByRole('link')).toHaveText([say('Today'), say('Access tokens')])
    await page.goto(`/studio/today/${other}`)
    await expect(page.getByText(say('This event is not assigned to you'))).toBeVisible()
    for (const room of CLOSED_ROOMS) {
      await page.goto(`/studio/${room}`)
      await expect(closed).toBeVisible()
    }
    expect(await violationsOn(page)).toEqual([])
    await context.close()
  })

  test(`an owner who is removed while logged in loses every right at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(120_000)
    const removed = await registerOperator(request, CHANNEL, 'owner')
    const context = await removed.openContext(browser, { width, language })
    const page = await context.newPage()
    await page.goto('/studio/schedule')
    await expect(page.getByRole('link', { name: 'Final', exact: true })).toBeVisible()
    await owner.send('DELETE', `/studio/team/${await findMember('owner')}`)

    expect(listOpened(await callEverything(removed))).toEqual({})
    const navigation = await openNavigation(page, say)
    await navigation.getByRole('link', { name: say('Orders') }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: say('The studio is for the channel’s team') }),
    ).toBeVisible()
    await context.close()
  })
}
