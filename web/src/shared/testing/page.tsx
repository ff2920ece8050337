import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { messages } from '@/locales/en.po'

/** Shows a component as the page would: in English, with addresses around it. */
export function renderPage(component: ReactNode, address = '/') {
  i18n.loadAndActivate({ locale: 'en', messages })
  return render(
    <I18nProvider i18n={i18n}>
      <MemoryRouter initialEntries={[address]}>{component}</MemoryRouter>
    </I18nProvider>,
  )
}

/** `matchMedia` for a document without a window: `matches` says which queries hold. */
export const fakeMatchMedia = (matches: (query: string) => boolean) => (query: string) => ({
  matches: matches(query),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
})

/** `ResizeObserver` for a document without a window: nothing in it changes its size. */
export class FakeResizeObserver {
  observe() {}
  disconnect() {}
}

/** Shows the address of the page for `currentPath`. */
export function LocationDisplay() {
  const { pathname, search } = useLocation()
  return <output aria-label="address">{pathname + search}</output>
}

/** The address of the page that shows a `LocationDisplay`. */
export const currentPath = () => screen.getByLabelText('address').textContent
