// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { Rail } from './Rail'

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('The left and right keys move from card to card and stop at the ends of a rail', () => {
  renderPage(
    <Rail title="Live now">
      <a href="/watch/1">One</a>
      <a href="/watch/2">Two</a>
    </Rail>,
  )
  const [first, second] = screen.getAllByRole('link')
  first?.focus()
  fireEvent.keyDown(first as HTMLElement, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second as HTMLElement, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(second)
  fireEvent.keyDown(second as HTMLElement, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(first)
})

it('A rail is named by its heading and links to the whole list', () => {
  renderPage(
    <Rail title="Live now" more={{ label: '5 games', to: '/live' }}>
      <a href="/watch/1">One</a>
    </Rail>,
  )
  screen.getByRole('region', { name: 'Live now' })
  expect(screen.getByRole('link', { name: '5 games' }).getAttribute('href')).toBe('/live')
})

it('An arrow scrolls a rail on hover if it has more cards', () => {
  renderPage(
    <Rail title="Live now">
      <a href="/watch/1">One</a>
    </Rail>,
  )
  const track = screen.getByRole('list')
  Object.defineProperties(track, { clientWidth: { value: 300 }, scrollWidth: { value: 600 } })
  const able = () => screen.getAllByRole<HTMLButtonElement>('button').map(arrow => !arrow.disabled)
  expect(able()).toEqual([false, false])
  fireEvent.pointerOver(track)
  expect(able()).toEqual([false, true])
  track.scrollLeft = 300
  fireEvent.scroll(track)
  expect(able()).toEqual([true, false])
})

it('Cards outside of the window render when the browser is idle', () => {
  let runIdleCallback: () => void = () => undefined
  vi.stubGlobal('requestIdleCallback', (then: () => void) => {
    runIdleCallback = then
  })
  vi.stubGlobal('innerWidth', 412)
  renderPage(
    <Rail title="Live now">
      {[1, 2, 3, 4, 5].map(id => (
        <a key={id} href={`/watch/${id}`}>
          {id}
        </a>
      ))}
    </Rail>,
  )
  expect(screen.getAllByRole('link')).toHaveLength(3)
  act(() => runIdleCallback())
  expect(screen.getAllByRole('link')).toHaveLength(5)
})

it('A rail that is loading reserves space for cards', () => {
  renderPage(<Rail title="Live now" busy />)
  const track = screen.getByRole('list')
  expect(track.ariaBusy ?? track.getAttribute('aria-busy')).toBe('true')
  expect(track.querySelectorAll('.skel--poster').length).toBeGreaterThan(2)
})
