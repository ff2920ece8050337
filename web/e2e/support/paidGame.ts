import type { APIRequestContext } from '@playwright/test'
import { applyPack } from './operator'
import { registerOperator, Session } from './session'

const PASSWORD = 'Plum orchard, last frost'

/**
 * Create a channel in two languages that sells one game, `final`, for $12. Return its owner and the ID of the game.
 * `starts` is the start as in a pack, `policy` the make-good policy.
 */
export async function createPaidGame(
  request: APIRequestContext,
  channel: string,
  { starts, policy }: { starts: string; policy: string },
): Promise<{ owner: Session; id: number }> {
  await applyPack({
    channel:
      `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\nlanguages: [en, fr]\n` +
      `settings: {make_good: ${policy}}\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events:
      `- {key: final, name: Final, category: hockey, starts: "${starts}", duration: 2h, ` +
      'pass: ppv, price: {base: 12}}\n',
    packages:
      'packages:\n  - {key: single, name: Single game, type: event, price: {base: 12}, capabilities: [watch]}\n',
  })
  const owner = await registerOperator(request, channel, 'owner')
  const [event] = await owner.send<{ id: number }[]>('GET', '/studio/events')
  return { owner, id: Number(event?.id) }
}

/** Register a viewer who buys a game, and return them. */
export async function registerBuyer(
  request: APIRequestContext,
  channel: string,
  { id, login, language }: { id: number; login: string; language: 'en' | 'fr' },
): Promise<Session> {
  const viewer = await Session.register(request, channel, { login, password: PASSWORD })
  const { lines } = await viewer.send<{ lines: { single_event_package_id: number }[] }>(
    'GET',
    `/offers?event_id=${id}`,
  )
  await viewer.send('POST', '/stripe/buy', {
    type: 'event',
    id,
    single_event_package_id: lines[0]?.single_event_package_id,
    payment_method: 'pm_card_visa',
  })
  await viewer.send('PATCH', '/profile', { language })
  return viewer
}
