import type { Page } from '@playwright/test'

/** An answer that refuses something: which the pages under test may be about, and tell by themselves. */
const FAILED_RESOURCE = /^Failed to load resource/

/** What the browser complains of from now on, as it comes: errors and warnings of its console, and what nobody caught. */
export function recordConsoleErrors(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', error => found.push(`${error}`))
  page.on('console', said => {
    if (/^(error|warning)$/.test(said.type()) && !FAILED_RESOURCE.test(said.text())) found.push(said.text())
  })
  return found
}
