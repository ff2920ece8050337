import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { root } from './support/deployment'
import { applyPack, ownChannelSlug } from './support/operator'
import { registerOperator, type Session } from './support/session'
import { translator } from './support/translations'

const CHANNEL = ownChannelSlug('team')
const ROOMS = [
  'schedule',
  'content/teams',
  'orders',
  'viewers',
  'clips',
  'requests',
  'reports',
  'team',
  'activity',
  'webhooks',
]
/** Calls that every operator may make: those for the own access tokens. */
const OPEN_TO_EVERY_ROLE = ['/studio/tokens']

interface Member {
  account_id: number
  role: string
}

let owner: Session

/** Return the paths of the studio's read calls without parameters in the path. */
function listReadPaths(): string[] {
  const api = JSON.parse(readFileSync(join(root, 'contracts/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>
  }
  return Object.entries(api.paths)
    .filter(([path, calls]) => path.startsWith('/api/studio/') && !path.includes('{') && 'get' in calls)
    .map(([path]) => path.replace('/api', ''))
}

test.beforeAll(async ({ request }) => {
  test.setTimeout(120_000)
  await applyPack({
    channel: `slug: ${CHANNEL}\nname: ${CHANNEL}\ndomains: [${CHANNEL}.localhost]\nlanguages: [en, fr]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events:
      '- {key: mine, name: Semifinal, category: hockey, starts: "+1 day 19:00", duration: 2h, pass: free}\n' +
      '- {key: other, name: Final, category: hockey, starts: "+2 days 19:00", duration: 2h, pass: free}\n',
  })
  owner = await registerOperator(request, CHANNEL, 'owner')
})

const findMember = async (role: string): Promise<number> => {
  const { members } = await owner.send<{ members: Member[] }>('GET', '/studio/team')
  return members.findLast(member => member.role === role)?.account_id ?? 0
}

test('a scorekeeper opens nothing in the studio but the own access tokens', async ({ browser, request }) => {
  test.setTimeout(180_000)
  const scorekeeper = await registerOperator(request, CHANNEL, 'scorekeeper')
  const events = await owner.send<{ id: number; key: string }[]>('GET', '/studio/events')
  const event_ids = events.filter(({ key }) => key === 'mine').map(({ id }) => id)
  await owner.send('PATCH', `/studio/team/${await findMember('scorekeeper')}`, { event_ids })

  const statuses: Record<string, number> = {}
  for (const path of listReadPaths()) statuses[path] = (await scorekeeper.call('GET', path)).status
  const opened = Object.entries(statuses).filter(([, status]) => status !== 403)
  expect(opened).toEqual(OPEN_TO_EVERY_ROLE.map(path => [path, 200]))
  const changes: [string, string, object][] = [
    ['PUT', '/studio/entries/events/mine', { value: { key: 'mine' }, version: 'x' }],
    ['POST', '/studio/events/mine/cancel', { confirm: true }],
    ['POST', '/studio/events/mine/stream', { confirm: true }],
    ['POST', '/studio/orders', { email: 'a@example.com', product: 'event:1' }],
    ['POST', '/studio/team/invitations', { email: 'a@example.com', role: 'owner' }],
  ]
  for (const [method, path, body] of changes)
    expect((await scorekeeper.call(method, path, body)).status, path).toBe(403)

  const say = translator('fr')
  const context = await scorekeeper.openContext(browser, { width: 390, height: 844, language: 'fr' })
  const page = await context.newPage()
  await page.goto('/studio')
  const menu = page.getByRole('navigation', { name: say('Studio') })
  await menu.getByRole('button').click()
  await expect(menu.getByRole('link')).toHaveText([say('Access tokens')])
  for (const room of ROOMS) {
    await page.goto(`/studio/${room}`)
    await expect(
      page.getByRole('heading', { level: 1, name: say('Your role doesn’t include this page') }),
    ).toBeVisible()
  }
  expect(await violationsOn(page)).toEqual([])
  await context.close()
})

test('an owner who is removed while logged in loses every right with the next call', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000)
  const removed = await registerOperator(request, CHANNEL, 'owner')
  const accountId = await findMember('owner')
  const context = await removed.openContext(browser)
  const page = await context.newPage()
  await page.goto('/studio/schedule')
  await expect(page.getByRole('link', { name: 'Final' })).toBeVisible()
  await owner.send('DELETE', `/studio/team/${accountId}`)

  for (const path of listReadPaths()) expect((await removed.call('GET', path)).status, path).toBe(403)
  const save = { value: { key: 'other' }, version: 'x' }
  expect((await removed.call('PUT', '/studio/entries/events/other', save)).status).toBe(403)
  await page.getByRole('link', { name: 'Orders' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'The studio is for the channel’s team' }),
  ).toBeVisible()
  await context.close()
})
