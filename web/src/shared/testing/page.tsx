import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { messages } from '@/locales/en.po'

/** Render a component in English, in a router. */
export function renderPage(component: ReactNode, url = '/') {
  i18n.loadAndActivate({ locale: 'en', messages })
  return render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter initialEntries={[url]}>{component}</MemoryRouter>
    </I18nProvider>,
  )
}

/** Return a `matchMedia` function. `matches` decides which queries match. */
export const fakeMatchMedia = (matches: (query: string) => boolean) => (query: string) => ({
  matches: matches(query),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})

/** A `ResizeObserver` that never reports a change. */
export class FakeResizeObserver {
  observe() {}
  disconnect() {}
}

/** Render the URL of the page for `currentPath`. */
export function LocationDisplay() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** Return the URL of the page, which must render `LocationDisplay`. */
export const currentPath = () => screen.getByLabelText('address').textContent
