// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LoadErrorContext, lazyComponent } from './lazyComponent'

interface TestProps {
  name: string
  onClose?: () => void
}

const loadedModule = { default: ({ name }: TestProps) => <p>{name} is there</p> }
const loadFailure = new Error('no such chunk')
/** Return a load function that gives one result per call. */
const loadCalls = (...results: (typeof loadedModule | Error)[]) =>
  vi.fn(async () => {
    const result = results.shift() ?? loadFailure
    if (result instanceof Error) throw result
    return result
  })
const flushPromises = () => act(async () => undefined)
const reportedErrors = vi.fn()
const renderLazy = (children: ReactNode) =>
  render(<LoadErrorContext value={reportedErrors}>{children}</LoadErrorContext>)
const text = () => document.body.textContent

class Boundary extends Component<{ children: ReactNode }> {
  override state = { caught: null as Error | null }
  static getDerivedStateFromError = (caught: Error) => ({ caught })
  override render = () => this.state.caught?.message ?? this.props.children
}

afterEach(() => {
  cleanup()
  reportedErrors.mockReset()
})

describe('a component that loads when it is shown', () => {
  it('reserves its known size until then', async () => {
    const Lazy = lazyComponent(loadCalls(loadedModule), { fallback: ({ name }) => `${name} is on its way` })
    renderLazy(<Lazy name="Search" />)
    expect(text()).toBe('Search is on its way')
    await flushPromises()
    expect(text()).toBe('Search is there')
  })

  it('renders at once if it was preloaded, and is loaded once', async () => {
    const load = loadCalls(loadedModule, loadedModule)
    const Lazy = lazyComponent(load)
    await Lazy.preload()
    renderLazy(<Lazy name="Search" />)
    expect(text()).toBe('Search is there')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is requested again without a report if its preload failed', async () => {
    const Lazy = lazyComponent(loadCalls(loadFailure, loadedModule))
    await Lazy.preload()
    renderLazy(<Lazy name="Search" />)
    await flushPromises()
    expect(text()).toBe('Search is there')
    expect(reportedErrors).not.toHaveBeenCalled()
  })
})

describe('a component that fails to load', () => {
  it('leaves its space empty and is reported once, and the page keeps working', async () => {
    const Lazy = lazyComponent(loadCalls(loadFailure), { fallback: () => 'on its way' })
    renderLazy(
      <>
        Around
        <Lazy name="Search" />
      </>,
    )
    await flushPromises()
    expect(text()).toBe('Around')
    expect(reportedErrors.mock.calls).toEqual([[loadFailure]])
  })

  it('loads when the connection returns', async () => {
    const Lazy = lazyComponent(loadCalls(loadFailure, loadedModule))
    renderLazy(<Lazy name="Search" />)
    await flushPromises()
    await act(async () => dispatchEvent(new Event('online')))
    expect(text()).toBe('Search is there')
  })

  it.each(['onLoadError', 'onClose'] as const)(
    'is closed by %s, and loads on the next press',
    async closeProp => {
      const Lazy = lazyComponent(loadCalls(loadFailure, loadedModule))
      function Opener() {
        const [open, setOpen] = useState(false)
        const props = { [closeProp]: () => setOpen(false) }
        return (
          <>
            <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
              Open
            </button>
            {open ? <Lazy name="Search" {...props} /> : null}
          </>
        )
      }
      renderLazy(<Opener />)
      const button = screen.getByRole('button')
      for (const expanded of ['false', 'true']) {
        fireEvent.click(button)
        await flushPromises()
        expect(button.getAttribute('aria-expanded')).toBe(expanded)
      }
      expect(screen.getByText('Search is there')).toBeTruthy()
    },
  )

  it('throws to the error boundary if the page needs it, and is reported only there', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const Lazy = lazyComponent(loadCalls(loadFailure), { rethrow: true })
    renderLazy(
      <Boundary>
        <Lazy name="Search" />
      </Boundary>,
    )
    await flushPromises()
    expect(text()).toBe('no such chunk')
    expect(reportedErrors).not.toHaveBeenCalled()
  })

  it('is not reported after the viewer has left the page', async () => {
    const Lazy = lazyComponent(loadCalls(loadFailure))
    const { unmount } = renderLazy(<Lazy name="Search" />)
    unmount()
    await flushPromises()
    expect(reportedErrors).not.toHaveBeenCalled()
  })
})
