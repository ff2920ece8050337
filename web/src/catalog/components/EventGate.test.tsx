// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aCatalog, anEvent } from '../fakes'
import type { EventItem } from '../model'
import { EventGate } from './EventGate'

const WITHOUT_LOGIN = { has_access: false, access_reason: 'login_required' } as const

function open(changes: Partial<EventItem>) {
  show(
    <CatalogProvider store={aCatalog(new FakeServer())}>
      <EventGate event={anEvent(1, changes)} state="locked" onStart={vi.fn()} />
    </CatalogProvider>,
  )
  const title = screen.getByRole('heading', { level: 2 })
  const panel = within(title.parentElement as HTMLElement)
  return {
    title: title.textContent,
    text: title.parentElement?.textContent,
    ways: panel.queryAllByRole('link').map(link => [link.textContent, link.getAttribute('href')]),
  }
}

afterEach(cleanup)

describe('a closed game shows what opens it:', () => {
  it('its price, a pass, or a login', () => {
    const sold = { pass_type: 'ppv', price: '9.99', single_event_package_id: 7 } as const
    const { title, text, ways } = open({ ...WITHOUT_LOGIN, ...sold })
    expect(title).toBe('How to watch this game')
    expect(text).toContain('On its own$9.99')
    expect(ways).toEqual([
      ['Buy for $9.99', '/buy?event_id=1&single_event_package_id=7'],
      ['See passes', '/packages'],
      ['Log in', '/login'],
    ])
  })

  it('a pass alone, where it is not sold on its own', () => {
    const { text, ways } = open({ ...WITHOUT_LOGIN, pass_type: 'paid' })
    expect(text).toContain('A pass of this channel opens it.')
    expect(text).not.toContain('On its own')
    expect(ways).toEqual([
      ['See passes', '/packages'],
      ['Log in', '/login'],
    ])
  })

  it('a login alone, where it is free with an account', () => {
    const { title, ways } = open({ ...WITHOUT_LOGIN, pass_type: 'register' })
    expect(title).toBe('Free with an account')
    expect(ways).toEqual([['Log in', '/login']])
  })

  it('no login to somebody who is logged in', () => {
    const { ways } = open({ has_access: false, access_reason: 'purchase_required', pass_type: 'paid' })
    expect(ways).toEqual([['See passes', '/packages']])
  })
})

it('a recording that is shown as live leads to its showing', () => {
  const simulation = { state: 'upcoming', starts_at: '2026-11-22T19:00:00Z' } as const
  show(
    <CatalogProvider store={aCatalog(new FakeServer())}>
      <EventGate event={anEvent(1, { simulation })} state="showing" onStart={vi.fn()} />
    </CatalogProvider>,
  )
  expect(screen.getByRole('link', { name: 'Go to the showing' }).getAttribute('href')).toBe(
    '/simulate?event_id=1',
  )
})
