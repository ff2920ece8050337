// Helpers for tests of the reports page.

import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import type { Category } from '@/shared/shell'
import type { FakeServer } from '@/shared/testing/fakes'
import { LocationDisplay, renderPage } from '@/shared/testing/page'
import { createShell, type ShellOptions } from '@/shared/testing/shell'
import { AnalyticsStore } from '../AnalyticsStore'
import { AnalyticsProvider } from '../context'
import { FROM, TO } from '../fakes'
import Reports from '../screens/Reports'

export const OPERATOR = { id: 9, email: 'nora@example.com', isOperator: true }
/** The address of the reports page with the period of the fakes. */
export const REPORTS_PATH = `/studio/reports?from=${FROM}&to=${TO}`

const HOCKEY: Category = {
  id: 3,
  name: 'Boys hockey',
  short_name: 'Hockey',
  alias: null,
  sport: 'hockey',
  gender: 'boys',
  image: null,
  weight: 0,
}

/** Render the reports page for an operator, with a fake server. Return the analytics store. */
export function openReports(server: FakeServer, address = REPORTS_PATH, options: ShellOptions = {}) {
  const shell = createShell(server, {
    ...options,
    viewer: { ...OPERATOR, ...options.viewer },
    channel: { categories: [HOCKEY], ...options.channel },
  })
  const analytics = new AnalyticsStore(shell, '')
  renderPage(
    <AnalyticsProvider store={analytics}>
      <LocationDisplay />
      <Routes>
        <Route path="/studio/reports" element={<Reports />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </AnalyticsProvider>,
    address,
  )
  return analytics
}

/** Return queries for the section with a heading. */
export async function section(heading: string) {
  return within(await screen.findByRole('region', { name: heading }))
}
