// What tests of the page of reports begin with.

import { screen, within } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import type { Category } from '@/shared/shell'
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

function Here() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** Opens the page as an operator, before a server; answers the store of the context. */
export function openReports(server: FakeServer, address = ADDRESS, circumstances: Circumstances = {}) {
  const shell = aShell(server, {
    ...circumstances,
    viewer: { ...OPERATOR, ...circumstances.viewer },
    channel: { categories: [HOCKEY], ...circumstances.channel },
  })
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
