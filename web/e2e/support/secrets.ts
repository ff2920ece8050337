import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Page } from '@playwright/test'
import { environment } from './deployment'

/** Fields of requests and responses that only the viewer may see. */
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

/** Folders that are not scanned. Emails contain secret links by design, and media files contain no text. */
const IGNORED_FOLDERS = new Set(['outbox', 'media', 'work', 'footage', 'files', 'drawn'])

/** Collects the passwords, keys, codes and tokens of a journey, and finds leaks of them. */
export class SecretScanner {
  readonly secrets = new Map<string, string>()

  /** Collect the secrets in the requests and responses of a page. */
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

  /** Return the secrets found in the files of the deployment: logs, database, queue, metrics. */
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
    if (Array.isArray(value)) for (const item of value) this.addAll(item)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return
    for (const [name, inner] of Object.entries(value)) {
      for (const item of [inner].flat()) {
        if (typeof item === 'string') this.add(name, item)
        else this.addAll(item)
      }
    }
  }

  private add(name: string, value: string): void {
    if (SECRET_FIELDS.has(name) && value.length > 4) this.secrets.set(value, name)
  }
}

/**
 * Return whether a text contains a secret. Digits only match as a whole number: a longer number may contain them by
 * chance. Other secrets match anywhere, because database files have no separators between columns.
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
