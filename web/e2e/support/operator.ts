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
 * Create a channel with one free game, and return the key of the game. A call with an existing key reschedules the game.
 * `packages` are the packages that the channel sells, `settings` the line with its settings.
 *
 * Journeys run in parallel. A journey that changes a game must not share the game with others.
 */
export async function createEvent(
  channel: string,
  when: string,
  event = `game-${Date.now()}`,
  packages?: string,
  settings = '',
): Promise<string> {
  await applyPack({
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\n${settings}`,
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
 * Create a channel that sells `packages`, and return its slug. The default is a subscription with a 7-day free trial.
 *
 * A card can start one trial per channel, and there are only a few test cards.
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

/** Apply a pack: the text of each of its files, by name. */
export async function applyPack(pack: Record<string, string>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-pack-'))
  for (const [name, text] of Object.entries(pack)) writeFileSync(join(folder, `${name}.yaml`), text)
  await runTouchline('channels', 'apply', folder)
}

/** Return the path of a demo video with a frame counter. */
export function demoVideoPath(): string {
  const footage = join(environment.TOUCHLINE_VAR as string, 'footage')
  const video = readdirSync(footage).find(name => name.startsWith('hockey') && name.endsWith('.mp4'))
  if (video === undefined) throw new Error('the demo has no video')
  return join(footage, video)
}
