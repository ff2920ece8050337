import type { Page } from '@playwright/test'

/** The message for a response with an error status. The pages under test may expect such responses. */
const FAILED_RESOURCE = /^Failed to load resource/

/** Record console errors, console warnings and uncaught exceptions of a page from now on. */
export function recordConsoleErrors(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', error => found.push(`${error}`))
  page.on('console', said => {
    if (/^(error|warning)$/.test(said.type()) && !FAILED_RESOURCE.test(said.text())) found.push(said.text())
  })
  return found
}
