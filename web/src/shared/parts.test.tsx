// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { late } from './late'
import { Part, type PartList, Parts, type Watched } from './parts'
import { show } from './testing/page'

const FILM: Watched = { kind: 'vod', id: 4 }
const place = (parts: PartList, hold?: ReactNode) =>
  show(
    <Parts value={{ ...parts, ...(hold ? { holds: { cardProgress: hold } } : {}) }}>
      <p>Around</p>
      <Part name="cardProgress" facts={FILM} />
    </Parts>,
  )

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(cleanup)

describe('a place for other contexts', () => {
  it('is empty where the app puts nothing there, and keeps its room before it does', () => {
    place({})
    expect(document.body.textContent).toBe('Around')
    cleanup()
    place({}, <p>Held</p>)
    expect(document.body.textContent).toBe('AroundHeld')
  })

  it('shows every part in the app’s order, each with the facts of the place', async () => {
    const first = late<Watched>(async () => ({ default: ({ id }) => <p>First of {id}</p> }))
    const second = late<Watched>(async () => ({ default: ({ kind }) => <p>Second: {kind}</p> }))
    place({ cardProgress: [first, second] })
    await screen.findByText('Second: vod')
    expect(document.body.textContent).toBe('AroundFirst of 4Second: vod')
  })

  it('stays empty where its chunk does not come or its code throws, and the page stands', async () => {
    const lost = late<Watched>(() => Promise.reject(new Error('no such chunk')))
    const broken = late<Watched>(async () => ({
      default: () => {
        throw new Error('broken')
      },
    }))
    const whole = late<Watched>(async () => ({ default: () => <p>Whole</p> }))
    place({ cardProgress: [lost, broken, whole] })
    await screen.findByText('Whole')
    expect(document.body.textContent).toBe('AroundWhole')
  })
})
