// What tests of the page of reports begin with.

import { screen, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import type { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import { aShell, type Circumstances } from '@/shared/testing/shell'
import { AnalyticsProvider } from '../context'
import { FROM, TO } from '../reportsFakes'
import Reports from '../screens/Reports'
import { AnalyticsStore } from '../store'

export const OPERATOR = { id: 9, email: 'nora@example.com', operator: true }
/** The address of the days that the fakes tell of. */
export const ADDRESS = `/studio/reports?from=${FROM}&to=${TO}`

function Here() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** Opens the page as an operator, before a server; answers the store of the context. */
export function openReports(server: FakeServer, address = ADDRESS, circumstances: Circumstances = {}) {
  const shell = aShell(server, { ...circumstances, viewer: { ...OPERATOR, ...circumstances.viewer } })
  const analytics = new AnalyticsStore(shell, '')
  show(
    <AnalyticsProvider store={analytics}>
      <Here />
      <Routes>
        <Route path="/studio/reports" element={<Reports />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </AnalyticsProvider>,
    address,
  )
  return analytics
}

/** Where the viewer is. */
export const here = () => screen.getByLabelText('address').textContent

/** What stands under a heading. */
export async function section(heading: string) {
  return within(await screen.findByRole('region', { name: heading }))
}

/** What was asked of a report, one query after the other. */
export const askedOf = (server: FakeServer, report: string) =>
  server.asked
    .filter(({ path }) => path === `/api/reports/${report}`)
    .map(({ query: { api_key: _key, lang: _lang, ...query } }) => query)
