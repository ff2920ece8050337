// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyComponent } from '../loading/lazyComponent'
import { renderPage } from '../testing/page'
import { type ContentRef, Slot, type SlotRegistry, SlotsContext } from './slots'

const LIBRARY_ITEM: ContentRef = { kind: 'vod', id: 4 }
const renderSlot = (components: SlotRegistry, placeholder?: ReactNode) =>
  renderPage(
    <SlotsContext
      value={{ ...components, ...(placeholder ? { placeholders: { cardProgress: placeholder } } : {}) }}
    >
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
    renderSlot({})
    expect(document.body.textContent).toBe('Around')
    cleanup()
    renderSlot({}, <p>Held</p>)
    expect(document.body.textContent).toBe('AroundHeld')
  })

  it('shows every part in the app’s order, with the slot’s props', async () => {
    const first = lazyComponent<ContentRef>(async () => ({ default: ({ id }) => <p>First of {id}</p> }))
    const second = lazyComponent<ContentRef>(async () => ({ default: ({ kind }) => <p>Second: {kind}</p> }))
    renderSlot({ cardProgress: [first, second] })
    await screen.findByText('Second: vod')
    expect(document.body.textContent).toBe('AroundFirst of 4Second: vod')
  })

  it('stays empty if its chunk does not load or its code throws, and the page keeps working', async () => {
    const missingChunk = lazyComponent<ContentRef>(() => Promise.reject(new Error('no such chunk')))
    const broken = lazyComponent<ContentRef>(async () => ({
      default: () => {
        throw new Error('broken')
      },
    }))
    const working = lazyComponent<ContentRef>(async () => ({ default: () => <p>Whole</p> }))
    renderSlot({ cardProgress: [missingChunk, broken, working] })
    await screen.findByText('Whole')
    expect(document.body.textContent).toBe('AroundWhole')
  })
})
