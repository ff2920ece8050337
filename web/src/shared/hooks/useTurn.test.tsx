// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useInTurn, useTurn } from './useTurn'

let rests: (() => void)[] = []
/** The browser has nothing better to do, once. */
const rest = () => act(() => rests.shift()?.())

beforeEach(() => {
  rests = []
  vi.stubGlobal('requestIdleCallback', (then: () => void) => rests.push(then))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Waits({ name, ready = true }: { name: string; ready?: boolean }) {
  return useTurn(ready) ? <li>{name}</li> : null
}
const shown = () => screen.queryAllByRole('listitem').map(item => item.textContent)

describe('a turn', () => {
  it('comes to one after the other, each when the browser rests', () => {
    render(['first', 'second', 'third'].map(name => <Waits key={name} name={name} />))
    expect(shown()).toEqual([])
    rest()
    expect(shown()).toEqual(['first'])
    rest()
    expect(shown()).toEqual(['first', 'second'])
    rest()
    expect(shown()).toEqual(['first', 'second', 'third'])
    expect(rests).toEqual([])
  })

  it('is not waited for by who has nothing to show yet, and holds up nobody behind', () => {
    const page = (ready: boolean) => (
      <>
        <Waits name="late" ready={ready} />
        <Waits name="early" />
      </>
    )
    const { rerender } = render(page(false))
    rest()
    expect(shown()).toEqual(['early'])
    rerender(page(true))
    rest()
    expect(shown()).toEqual(['late', 'early'])
  })

  it('goes to the next where who waited has gone', () => {
    const { rerender } = render([<Waits key="gone" name="gone" />, <Waits key="stays" name="stays" />])
    rerender([<Waits key="stays" name="stays" />])
    rest()
    expect(shown()).toEqual(['stays'])
  })

  it('needs no waiting where somebody has pressed something', () => {
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
    render([<Waits key="one" name="one" />, <Waits key="other" name="other" />])
    expect(shown()).toEqual(['one', 'other'])
    expect(rests).toEqual([])
  })
})

function Value({ value }: { value: string | null }) {
  return <p>{useInTurn(value) ?? 'nothing yet'}</p>
}

describe('a value in its turn', () => {
  it('is nothing before, and follows each later value', () => {
    const { rerender } = render(<Value value={null} />)
    expect(rests).toEqual([])
    rerender(<Value value="old" />)
    screen.getByText('nothing yet')
    rest()
    screen.getByText('old')
    rerender(<Value value="new" />)
    screen.getByText('new')
  })
})
