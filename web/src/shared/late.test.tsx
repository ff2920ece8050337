// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Component, type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Lost, late } from './late'

interface Facts {
  name: string
  onClose?: () => void
}

const come = { default: ({ name }: Facts) => <p>{name} is there</p> }
const gone = new Error('no such chunk')
/** One answer for each time that it is asked for. */
const asked = (...answers: (typeof come | Error)[]) =>
  vi.fn(async () => {
    const answer = answers.shift() ?? gone
    if (answer instanceof Error) throw answer
    return answer
  })
const settled = () => act(async () => undefined)
const told = vi.fn()
const show = (shown: ReactNode) => render(<Lost value={told}>{shown}</Lost>)
const text = () => document.body.textContent

class Boundary extends Component<{ children: ReactNode }> {
  override state = { caught: null as Error | null }
  static getDerivedStateFromError = (caught: Error) => ({ caught })
  override render = () => this.state.caught?.message ?? this.props.children
}

afterEach(() => {
  cleanup()
  told.mockReset()
})

describe('a part that comes when it is shown', () => {
  it('keeps its place until then, with what is known of it', async () => {
    const Part = late(asked(come), { instead: ({ name }) => `${name} is on its way` })
    show(<Part name="Search" />)
    expect(text()).toBe('Search is on its way')
    await settled()
    expect(text()).toBe('Search is there')
  })

  it('is there at once where it was fetched ahead, and is loaded once', async () => {
    const load = asked(come, come)
    const Part = late(load)
    await Part.ahead()
    show(<Part name="Search" />)
    expect(text()).toBe('Search is there')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is asked for again where it did not come ahead, of which nobody is told', async () => {
    const Part = late(asked(gone, come))
    await Part.ahead()
    show(<Part name="Search" />)
    await settled()
    expect(text()).toBe('Search is there')
    expect(told).not.toHaveBeenCalled()
  })
})

describe('a part that does not come', () => {
  it('leaves its place empty and is told once; what stands around it stands', async () => {
    const Part = late(asked(gone), { instead: () => 'on its way' })
    show(
      <>
        Around
        <Part name="Search" />
      </>,
    )
    await settled()
    expect(text()).toBe('Around')
    expect(told.mock.calls).toEqual([[gone]])
  })

  it('comes once there is a connection again', async () => {
    const Part = late(asked(gone, come))
    show(<Part name="Search" />)
    await settled()
    await act(async () => dispatchEvent(new Event('online')))
    expect(text()).toBe('Search is there')
  })

  it.each(['onLost', 'onClose'] as const)('is closed by %s, and comes with the next press', async close => {
    const Part = late(asked(gone, come))
    function Opens() {
      const [open, setOpen] = useState(false)
      const facts = { [close]: () => setOpen(false) }
      return (
        <>
          <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
            Open
          </button>
          {open ? <Part name="Search" {...facts} /> : null}
        </>
      )
    }
    show(<Opens />)
    const button = screen.getByRole('button')
    for (const expanded of ['false', 'true']) {
      fireEvent.click(button)
      await settled()
      expect(button.getAttribute('aria-expanded')).toBe(expanded)
    }
    expect(screen.getByText('Search is there')).toBeTruthy()
  })

  it('is thrown to the boundary around it where the page is nothing without it, and told by that alone', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const Part = late(asked(gone), { aloud: true })
    show(
      <Boundary>
        <Part name="Search" />
      </Boundary>,
    )
    await settled()
    expect(text()).toBe('no such chunk')
    expect(told).not.toHaveBeenCalled()
  })

  it('tells nobody who has gone elsewhere meanwhile', async () => {
    const Part = late(asked(gone))
    const { unmount } = show(<Part name="Search" />)
    unmount()
    await settled()
    expect(told).not.toHaveBeenCalled()
  })
})
