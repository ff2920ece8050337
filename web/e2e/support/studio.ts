import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from './deployment'
import type { translator } from './translations'

/** The two ways in which journeys open the studio: on a phone in French, and each night on a computer in English. */
export const SCREENS: { language: 'en' | 'fr'; width: number; tag: string[] }[] = [
  { language: 'fr', width: 390, tag: [] },
  { language: 'en', width: 1440, tag: ['@nightly'] },
]

interface Operation {
  'x-who'?: string
}

/** Return the method and the path of each call that only operators may make. Parameters in paths are 999999. */
export function listOperatorCalls(): [method: string, path: string][] {
  const { paths } = JSON.parse(readFileSync(join(root, 'contracts/openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, operation]) => operation['x-who'] === 'staff')
      .map(([method]): [string, string] => [
        method.toUpperCase(),
        path.replace('/api', '').replace(/\{\w+\}/g, '999999'),
      ]),
  )
}

/** Return the navigation of the studio. On a phone it opens first. */
export async function openNavigation(page: Page, say: ReturnType<typeof translator>) {
  const navigation = page.getByRole('navigation', { name: say('Studio') })
  const toggle = navigation.getByRole('button')
  if (await toggle.isVisible()) await toggle.click()
  return navigation
}
