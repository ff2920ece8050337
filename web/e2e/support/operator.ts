import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTouchline } from './commands'
import { environment, port } from './deployment'

export const siteUrl = (channel: string): string => `http://${channel}.localhost:${port}`

/**
 * Return the slug of a channel that only this worker applies.
 *
 * Applying a pack removes the games that it does not name: two workers must not share a channel.
 */
export const ownChannelSlug = (name: string): string => `${name}-${process.env.TEST_PARALLEL_INDEX}`

/**
 * A free game, the only one of a channel that is there for nothing else; answers its key. With the same key, it
 * is moved. `packages` are what the channel sells.
 *
 * Journeys run beside each other: one that changes a game must not do it to a game that others watch.
 */
export async function createEvent(
  channel: string,
  when: string,
  event = `game-${Date.now()}`,
  packages?: string,
): Promise<string> {
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events: `- {key: ${event}, name: Skating test, category: hockey, ${when}, pass: free}\n`,
    ...(packages ? { packages } : {}),
  })
  return event
}

const TRIAL_PACKAGES =
  'subscriptions:\n' +
  '  - {key: monthly, name: All games, price: {base: 11.99}, offer: monthly, trial_period: 7}\n'

/**
 * A channel that sells one subscription, with a free trial of 7 days, or what is given; answers its slug.
 *
 * A card begins one trial on a channel, and there are only so many cards to try with.
 */
export async function createShop(
  name: string,
  { packages = TRIAL_PACKAGES, settings = '{}' } = {},
): Promise<string> {
  const channel = `${name}-${Date.now()}`
  const domains = `domains: [${channel}.localhost]\nlanguages: [en, fr]\n`
  await applyPack({ channel: `slug: ${channel}\nname: ${name}\n${domains}settings: ${settings}\n`, packages })
  return channel
}

async function applyPack(pack: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-pack-'))
  for (const [name, text] of Object.entries(pack)) writeFileSync(join(folder, `${name}.yaml`), text)
  await runTouchline('channels', 'apply', folder)
}

/** A film of the demo; its pictures carry a counter. */
export function demoVideoPath(): string {
  const footage = join(environment.TOUCHLINE_VAR as string, 'footage')
  const video = readdirSync(footage).find(name => name.startsWith('hockey') && name.endsWith('.mp4'))
  if (video === undefined) throw new Error('the demo has no film')
  return join(footage, video)
}
