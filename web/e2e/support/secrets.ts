import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import { environment } from './deployment'

/** Members of requests and answers that nobody but the viewer may ever see again. */
const MEMBERS = new Set([
  'api_key',
  'password',
  'password_confirmation',
  'current_password',
  'signature',
  'state',
  'code',
  'device_code',
  'user_code',
  'secret',
  'recovery_codes',
])

/** What is not looked through: letters hold links, which is what they are for; pictures hold neither. */
const LEFT_OUT = new Set(['outbox', 'media', 'work', 'footage', 'files', 'drawn'])

/** Every password, key, code and token that a journey has sent or been given. */
export class Secrets {
  readonly found = new Map<string, string>()

  /** Listens to what a page says to the server, and to what it is told. */
  watch(page: Page): void {
    page.on('request', request => {
      for (const [name, value] of new URL(request.url()).searchParams) this.note(name, value)
      this.noteAll(parsed(request.postData()))
    })
    page.on('response', async response => {
      if (/\/api\/(v2\/)?(auth|get_api_key)/.test(response.url()) && response.status() < 300) {
        this.noteAll(parsed(await response.text().catch(() => null)))
      }
    })
  }

  /** Where one of them stands in a file of the deployment: logs, database, queue, counters. */
  traces(): string[] {
    const folder = environment.TOUCHLINE_VAR as string
    return filesOf(folder).flatMap(path => this.tracesIn(relative(folder, path), readFileSync(path)))
  }

  tracesIn(where: string, content: Buffer | string): string[] {
    const text = content.toString('latin1')
    return [...this.found].filter(([secret]) => stands(secret, text)).map(([, name]) => `${name} in ${where}`)
  }

  private noteAll(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.noteAll(one)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return
    for (const [name, inner] of Object.entries(value)) {
      for (const one of [inner].flat()) {
        if (typeof one === 'string') this.note(name, one)
        else this.noteAll(one)
      }
    }
  }

  private note(name: string, value: string): void {
    if (MEMBERS.has(name) && value.length > 4) this.found.set(value, name)
  }
}

/**
 * Figures alone may stand in a file by chance, as a part of a longer number. Letters are looked for wherever they
 * stand: between the columns of a row, as a database keeps it, there is nothing.
 */
function stands(secret: string, text: string): boolean {
  return /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret}(?![\\d.])`).test(text)
    : text.includes(secret)
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : filesOf(path)
    return entry.isFile() && statSync(path).size > 0 ? [path] : []
  })
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
