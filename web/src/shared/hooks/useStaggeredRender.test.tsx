// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useStaggeredRender, useStaggeredValue } from './useStaggeredRender'

let idleCallbacks: (() => void)[] = []
/** Run the next idle callback. */
const runIdleCallback = () => act(() => idleCallbacks.shift()?.())

beforeEach(() => {
  idleCallbacks = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => idleCallbacks.push(callback))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function StaggeredList({ name, ready = true }: { name: string; ready?: boolean }) {
  return useStaggeredRender(ready) ? <li>{name}</li> : null
}
const renderedTexts = () => screen.queryAllByRole('listitem').map(item => item.textContent)

describe('a staggered component', () => {
  it('renders after the previous one, when the browser is idle', () => {
    render(['first', 'second', 'third'].map(name => <StaggeredList key={name} name={name} />))
    expect(renderedTexts()).toEqual([])
    runIdleCallback()
    expect(renderedTexts()).toEqual(['first'])
    runIdleCallback()
    expect(renderedTexts()).toEqual(['first', 'second'])
    runIdleCallback()
    expect(renderedTexts()).toEqual(['first', 'second', 'third'])
    expect(idleCallbacks).toEqual([])
  })

  it('does not block others while it has nothing to show', () => {
    const page = (ready: boolean) => (
      <>
        <StaggeredList name="late" ready={ready} />
        <StaggeredList name="early" />
      </>
    )
    const { rerender } = render(page(false))
    runIdleCallback()
    expect(renderedTexts()).toEqual(['early'])
    rerender(page(true))
    runIdleCallback()
    expect(renderedTexts()).toEqual(['late', 'early'])
  })

  it('renders next if a waiting component is removed', () => {
    const { rerender } = render([
      <StaggeredList key="gone" name="gone" />,
      <StaggeredList key="stays" name="stays" />,
    ])
    rerender([<StaggeredList key="stays" name="stays" />])
    runIdleCallback()
    expect(renderedTexts()).toEqual(['stays'])
  })

  it('renders at once after a user gesture', () => {
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
    render([<StaggeredList key="one" name="one" />, <StaggeredList key="other" name="other" />])
    expect(renderedTexts()).toEqual(['one', 'other'])
    expect(idleCallbacks).toEqual([])
  })
})

function Value({ value }: { value: string | null }) {
  return <p>{useStaggeredValue(value) ?? 'nothing yet'}</p>
}

describe('a staggered value', () => {
  it('is empty before its turn, and follows each later value', () => {
    const { rerender } = render(<Value value={null} />)
    expect(idleCallbacks).toEqual([])
    rerender(<Value value="old" />)
    screen.getByText('nothing yet')
    runIdleCallback()
    screen.getByText('old')
    rerender(<Value value="new" />)
    screen.getByText('new')
  })
})
