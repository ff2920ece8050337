// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { Slides, type SlideView } from './Slides'

const slide = (id: number, title: string): SlideView => ({
  id,
  title,
  image: '/wide.webp',
  imageTall: '/tall.webp',
})
const slides = [slide(1, 'One'), slide(2, 'Two'), slide(3, 'Three')]
const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const title = () => screen.getByRole('heading').textContent

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the slides', () => {
  it('change every 5000 ms and start again after the last', async () => {
    renderPage(<Slides label="Featured" slides={slides} />)
    expect(title()).toBe('One')
    await advanceTimers(5_000)
    expect(title()).toBe('Two')
    await advanceTimers(10_000)
    expect(title()).toBe('One')
  })

  it('pause while they are hovered', async () => {
    renderPage(<Slides label="Featured" slides={slides} />)
    const carousel = screen.getByRole('region', { name: 'Featured' })
    fireEvent.mouseEnter(carousel)
    await advanceTimers(10_000)
    expect(title()).toBe('One')
    fireEvent.mouseLeave(carousel)
    await advanceTimers(5_000)
    expect(title()).toBe('Two')
  })

  it('pause while an element in them has the focus', async () => {
    renderPage(<Slides label="Featured" slides={slides} />)
    const dot = screen.getByRole('button', { name: 'Slide 1' })
    act(() => dot.focus())
    await advanceTimers(10_000)
    expect(title()).toBe('One')
    act(() => dot.blur())
    await advanceTimers(5_000)
    expect(title()).toBe('Two')
  })

  it('pause until both the pointer and the focus have left them', async () => {
    renderPage(<Slides label="Featured" slides={slides} />)
    const carousel = screen.getByRole('region', { name: 'Featured' })
    const dot = screen.getByRole('button', { name: 'Slide 1' })
    fireEvent.mouseEnter(carousel)
    act(() => dot.focus())
    fireEvent.mouseLeave(carousel)
    await advanceTimers(10_000)
    expect(title()).toBe('One')
    fireEvent.mouseEnter(carousel)
    act(() => dot.blur())
    await advanceTimers(10_000)
    expect(title()).toBe('One')
    fireEvent.mouseLeave(carousel)
    await advanceTimers(5_000)
    expect(title()).toBe('Two')
  })

  it('stay paused after a pause, and continue on request', async () => {
    renderPage(<Slides label="Featured" slides={slides} />)
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    await advanceTimers(10_000)
    expect(title()).toBe('One')
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    await advanceTimers(5_000)
    expect(title()).toBe('Two')
  })

  it('do not move if reduced motion is set, and can be chosen manually', async () => {
    vi.stubGlobal(
      'matchMedia',
      fakeMatchMedia(query => query.includes('reduced-motion')),
    )
    renderPage(<Slides label="Featured" slides={slides} />)
    await advanceTimers(10_000)
    expect(title()).toBe('One')
    fireEvent.click(screen.getByRole('button', { name: 'Slide 3' }))
    expect(title()).toBe('Three')
  })

  it('have a crop for phones and one for wide screens', () => {
    const { container } = renderPage(<Slides label="Featured" slides={slides} />)
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/tall.webp')
    expect(container.querySelector('source')?.getAttribute('srcset')).toBe('/wide.webp')
  })
})
