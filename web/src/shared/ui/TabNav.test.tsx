// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { NavLink } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { TabNav } from './TabNav'

const TAB_WIDTH = 100
const TABS = ['/a', '/b', '/c', '/d', '/e', '/f']

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('scrolls to the link of the current page, at first and after each change', () => {
  // The row is as wide as two tabs.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const row = this.closest('nav') as HTMLElement
    const index = TABS.indexOf(this.textContent ?? '')
    return this === row
      ? new DOMRect(0, 0, 2 * TAB_WIDTH, 48)
      : new DOMRect(index * TAB_WIDTH - row.scrollLeft, 0, TAB_WIDTH, 48)
  })
  renderPage(
    <TabNav label="Parts">
      {TABS.map(path => (
        <NavLink key={path} to={path}>
          {path}
        </NavLink>
      ))}
    </TabNav>,
    '/e',
  )
  const row = screen.getByRole('navigation', { name: 'Parts' })
  expect(row.scrollLeft).toBe(350)
  fireEvent.click(screen.getByRole('link', { name: '/d' }))
  expect(row.scrollLeft).toBe(250)
})
