// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../../context'
import { createCatalogStore } from '../../../fakes'
import type { EventEvidence } from '../../../figuresApi'
import WhoCouldWatch from './WhoCouldWatch'

const EVIDENCE: EventEvidence = {
  event_id: 7,
  is_final: false,
  scheduled_seconds: 7200,
  viewers: 120,
  without_loss: 1,
  shut_out: 4,
  wanted_seconds: 700_000,
  sides: [
    { side: 'venue', viewers: 115, seconds: 69_000 },
    { side: 'delivery', viewers: 0, seconds: 0 },
    { side: 'viewer', viewers: 3, seconds: 90 },
  ],
  outages: [
    { starts_at: '2026-11-20T19:10:00Z', ends_at: '2026-11-20T19:20:00Z', seconds: 600, side: 'venue' },
  ],
  minutes: [
    { at: '2026-11-20T19:09:00Z', viewers: 116, receiving: 116 },
    { at: '2026-11-20T19:10:00Z', viewers: 120, receiving: 0 },
  ],
}

const show = (changes: Partial<EventEvidence> = {}) =>
  renderPage(
    <CatalogProvider store={createCatalogStore(new FakeServer())}>
      <WhoCouldWatch evidence={{ ...EVIDENCE, ...changes }} />
    </CatalogProvider>,
  )

afterEach(cleanup)

describe('who could watch', () => {
  it('is counted by side, with the time missed', () => {
    show()
    const rows = within(screen.getAllByRole('table')[0] as HTMLElement).getAllByRole('row')
    expect(rows.map(row => row.textContent)).toEqual([
      'Where problems came fromViewersTime missed',
      'Venue11519.2 hr',
      'Our servers00 min',
      'Viewer’s connection31.5 min',
    ])
    expect(
      screen.getByText(/120 logged-in viewers\. 1 missed nothing\. 4 came and saw nothing\./),
    ).toBeTruthy()
  })

  it('has the outages and a chart by minute', () => {
    show()
    expect(screen.getByText(/^No video from .*10.* to .*20.* \(10 min\): Venue$/)).toBeTruthy()
    const chart = screen.getByRole('figure', { name: 'Viewers with video, by minute' })
    expect(chart.textContent).toContain('Minutes in which some viewers received no video: 1.')
  })

  it('says whether the numbers can change', () => {
    show()
    expect(screen.getByText(/Numbers can change/)).toBeTruthy()
    cleanup()
    show({ is_final: true, outages: [], shut_out: 0 })
    expect(screen.queryByText(/Numbers can change/)).toBeNull()
    expect(screen.queryByText(/^No video from/)).toBeNull()
  })
})
