import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, port } from './deployment'

export const touchline = (...words: string[]): string =>
  execFileSync('touchline', words, { env: environment, encoding: 'utf8' })

export const siteOf = (channel: string): string => `http://${channel}.localhost:${port}`

/**
 * A free game, the only one of a channel that is there for nothing else; answers its key.
 *
 * Journeys run beside each other: one that changes a game must not do it to a game that others watch.
 */
export function ownGame(channel: string, when: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-pack-'))
  const event = `game-${Date.now()}`
  const files = {
    channel: `slug: ${channel}\nname: ${channel}\ndomains: [${channel}.localhost]\n`,
    categories: '- {key: hockey, name: Hockey, sport: hockey}\n',
    events: `- {key: ${event}, name: Skating test, category: hockey, ${when}, pass: free}\n`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.yaml`), text)
  touchline('channel', 'apply', folder)
  return event
}

/** A film of the demo; its pictures carry a counter. */
export function demoFilm(): string {
  const footage = join(environment.TOUCHLINE_VAR as string, 'footage')
  const film = readdirSync(footage).find(name => name.startsWith('hockey') && name.endsWith('.mp4'))
  if (film === undefined) throw new Error('the demo has no film')
  return join(footage, film)
}
