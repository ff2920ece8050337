import type { Page } from '@playwright/test'

/** The message for a response with an error status. The pages under test may expect such responses. */
const FAILED_RESOURCE = /^Failed to load resource/

/** Record console errors, console warnings and uncaught exceptions of a page from now on. */
export function recordConsoleErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(`${error}`))
  page.on('console', message => {
    if (/^(error|warning)$/.test(message.type()) && !FAILED_RESOURCE.test(message.text()))
      errors.push(message.text())
  })
  return errors
}
