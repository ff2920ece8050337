// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyComponent } from '../loading/lazyComponent'
import { renderPage } from '../testing/page'
import { type ContentRef, Slot, type SlotRegistry, SlotsContext } from './slots'

const LIBRARY_ITEM: ContentRef = { kind: 'vod', id: 4 }
const place = (parts: SlotRegistry, hold?: ReactNode) =>
  renderPage(
    <SlotsContext value={{ ...parts, ...(hold ? { placeholders: { cardProgress: hold } } : {}) }}>
      <p>Around</p>
      <Slot name="cardProgress" slotProps={LIBRARY_ITEM} />
    </SlotsContext>,
  )

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(cleanup)

describe('a slot for other contexts', () => {
  it('is empty if the app fills it with nothing, and reserves space before that', () => {
    place({})
    expect(document.body.textContent).toBe('Around')
    cleanup()
    place({}, <p>Held</p>)
    expect(document.body.textContent).toBe('AroundHeld')
  })

  it('shows every part in the app’s order, with the slot’s props', async () => {
    const first = lazyComponent<ContentRef>(async () => ({ default: ({ id }) => <p>First of {id}</p> }))
    const second = lazyComponent<ContentRef>(async () => ({ default: ({ kind }) => <p>Second: {kind}</p> }))
    place({ cardProgress: [first, second] })
    await screen.findByText('Second: vod')
    expect(document.body.textContent).toBe('AroundFirst of 4Second: vod')
  })

  it('stays empty if its chunk does not load or its code throws, and the page keeps working', async () => {
    const lost = lazyComponent<ContentRef>(() => Promise.reject(new Error('no such chunk')))
    const broken = lazyComponent<ContentRef>(async () => ({
      default: () => {
        throw new Error('broken')
      },
    }))
    const whole = lazyComponent<ContentRef>(async () => ({ default: () => <p>Whole</p> }))
    place({ cardProgress: [lost, broken, whole] })
    await screen.findByText('Whole')
    expect(document.body.textContent).toBe('AroundWhole')
  })
})
