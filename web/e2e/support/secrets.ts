import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import { environment } from './deployment'

/** Members of requests and answers that nobody but the viewer may ever see again. */
const SECRET_FIELDS = new Set([
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
const IGNORED_FOLDERS = new Set(['outbox', 'media', 'work', 'footage', 'files', 'drawn'])

/** Every password, key, code and token that a journey has sent or been given. */
export class SecretScanner {
  readonly secrets = new Map<string, string>()

  /** Listens to what a page says to the server, and to what it is told. */
  watchPage(page: Page): void {
    page.on('request', request => {
      for (const [name, value] of new URL(request.url()).searchParams) this.add(name, value)
      this.addAll(parseJson(request.postData()))
    })
    page.on('response', async response => {
      if (/\/api\/(v2\/)?(auth|get_api_key)/.test(response.url()) && response.status() < 300) {
        this.addAll(parseJson(await response.text().catch(() => null)))
      }
    })
  }

  /** Where one of them stands in a file of the deployment: logs, database, queue, counters. */
  findLeaks(): string[] {
    const folder = environment.TOUCHLINE_VAR as string
    return listFiles(folder).flatMap(path => this.findLeaksIn(relative(folder, path), readFileSync(path)))
  }

  findLeaksIn(where: string, content: Buffer | string): string[] {
    const text = content.toString('latin1')
    return [...this.secrets]
      .filter(([secret]) => containsSecret(secret, text))
      .map(([, name]) => `${name} in ${where}`)
  }

  private addAll(value: unknown): void {
    if (Array.isArray(value)) for (const one of value) this.addAll(one)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return
    for (const [name, inner] of Object.entries(value)) {
      for (const one of [inner].flat()) {
        if (typeof one === 'string') this.add(name, one)
        else this.addAll(one)
      }
    }
  }

  private add(name: string, value: string): void {
    if (SECRET_FIELDS.has(name) && value.length > 4) this.secrets.set(value, name)
  }
}

/**
 * Figures alone may stand in a file by chance, as a part of a longer number. Letters are looked for wherever they
 * stand: between the columns of a row, as a database keeps it, there is nothing.
 */
function containsSecret(secret: string, text: string): boolean {
  return /^\d+$/.test(secret)
    ? new RegExp(`(?<![\\d.])${secret}(?![\\d.])`).test(text)
    : text.includes(secret)
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return IGNORED_FOLDERS.has(entry.name) ? [] : listFiles(path)
    return entry.isFile() && statSync(path).size > 0 ? [path] : []
  })
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
