// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { PurchaseOptionsContext, type PurchaseOptionsProps } from '@/shared/contexts/purchaseOptions'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { anEvent, createCatalogStore } from '../../fakes'
import type { EventItem } from '../../model'
import { EventGate } from './EventGate'

const WITHOUT_LOGIN = { has_access: false, access_reason: 'login_required' } as const

/** Shows the content and the viewer that it receives. */
function FakePurchaseOptions({ content, isVisitor }: PurchaseOptionsProps) {
  const { participants, ...rest } = content
  return <output>{JSON.stringify({ ...rest, isVisitor, teams: participants.map(({ id }) => id) })}</output>
}

function open(changes: Partial<EventItem>, shop: ComponentType<PurchaseOptionsProps> | null = null) {
  renderPage(
    <CatalogProvider store={createCatalogStore(new FakeServer())}>
      <PurchaseOptionsContext value={shop}>
        <EventGate event={anEvent(1, changes)} state="locked" onStart={vi.fn()} />
      </PurchaseOptionsContext>
    </CatalogProvider>,
  )
  const title = screen.getByRole('heading', { level: 2 })
  const panel = within(title.parentElement as HTMLElement)
  return {
    title: title.textContent,
    text: title.parentElement?.textContent,
    links: panel.queryAllByRole('link').map(link => [link.textContent, link.getAttribute('href')]),
  }
}

afterEach(cleanup)

describe('a locked game', () => {
  it('shows the purchase options that open it', () => {
    const sold = { pass_type: 'ppv', price: '9.99', single_event_package_id: 7 } as const
    const { title } = open({ ...WITHOUT_LOGIN, ...sold }, FakePurchaseOptions)
    expect(title).toBe('Get access to this game')
    expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({
      kind: 'event',
      id: 1,
      event_category_id: 1,
      price: '9.99',
      currency: 'USD',
      single_event_package_id: 7,
      isOver: true,
      isVisitor: true,
      teams: [1, 2],
    })
  })

  it('does not offer a login to a logged-in viewer', () => {
    open({ has_access: false, access_reason: 'purchase_required', pass_type: 'paid' }, FakePurchaseOptions)
    expect(screen.getByRole('status').textContent).toContain('"isVisitor":false')
  })

  it('links to the passes if the page has no purchase options', () => {
    const { text, links } = open({ ...WITHOUT_LOGIN, pass_type: 'paid' })
    expect(text).toContain('You need a pass for this channel to watch.')
    expect(links).toEqual([
      ['View passes', '/packages'],
      ['Log in', '/login'],
    ])
  })

  it('shows only a login if the game is free with an account', () => {
    const { title, links } = open({ ...WITHOUT_LOGIN, pass_type: 'register' }, FakePurchaseOptions)
    expect(title).toBe('Free with an account')
    expect(links).toEqual([['Log in', '/login']])
    expect(screen.queryByRole('status')).toBeNull()
  })
})

it('a recording with a scheduled showing links to the showing', () => {
  const simulation = { state: 'upcoming', starts_at: '2026-11-22T19:00:00Z' } as const
  renderPage(
    <CatalogProvider store={createCatalogStore(new FakeServer())}>
      <EventGate event={anEvent(1, { simulation })} state="showing" onStart={vi.fn()} />
    </CatalogProvider>,
  )
  expect(screen.getByRole('link', { name: 'Watch showing' }).getAttribute('href')).toBe(
    '/simulate?event_id=1',
  )
})
