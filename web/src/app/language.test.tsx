// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { anEvent } from '@/catalog/fakes'
import { eventsStore } from '@/catalog/stores/EventsStore'
import { aUser } from '@/channel/fakes'
import { listResponse } from '@/shared/testing/fakes'
import { rememberLogIn, requestCount, root, server, visitPage } from './testing/visit'

const SLOW_CHUNK = { timeout: 4_000 }
const switchToFrench = () => act(() => root.changeLanguage('fr'))
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, undefined, SLOW_CHUNK)
const fillField = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }, SLOW_CHUNK))

describe('a change of language', () => {
  it('translates the page, and keeps typed text and focus', async () => {
    await visitPage('/registration')
    await fillField('First name', 'Maya')
    await fillField('Password', 'hockey night')
    const typed = await field('First name')
    typed.focus()
    await switchToFrench()
    expect(await field('Prénom')).toBe(typed)
    expect([typed.value, (await field('Mot de passe')).value]).toEqual(['Maya', 'hockey night'])
    expect(document.activeElement).toBe(typed)
  })

  it('keeps recovery codes on the page, because they are shown only once', async () => {
    server
      .on('/api/profile', { json: { data: aUser({ has_password: false }) } })
      .on('/api/auth/second-factor', { json: { data: { secret: 'JBSW', uri: 'otpauth://x', qr: '<svg/>' } } })
      .on('/api/auth/second-factor/confirm', { json: { data: { recovery_codes: ['aaaaa-bbbbb'] } } })
    rememberLogIn()
    await visitPage('/profile/security')
    await press('Set up')
    await fillField('Code', '123456')
    await press('Turn on')
    await screen.findByText('aaaaa-bbbbb')
    await switchToFrench()
    await screen.findByRole('button', { name: 'J’ai conservé mes codes' })
    screen.getByText('aaaaa-bbbbb')
  })
})

describe('content loaded in one language', () => {
  const named = (name: string) => anEvent(1, { name })

  beforeEach(() => {
    server.on('/api/events', listResponse([named('Timber @ Tide')]))
  })

  it('is requested in the new language, and stays until that arrives', async () => {
    await visitPage('/vod')
    await screen.findAllByText('Timber @ Tide')
    server.on('/api/events', listResponse([named('Timber à Tide')]))
    await switchToFrench()
    await screen.findAllByText('Timber à Tide')
    expect(server.requests.findLast(({ path }) => path === '/api/events')?.query.lang).toBe('fr')
  })

  it('includes the text of content pages', async () => {
    const page = (html: string) => ({ json: { data: { id: 7, name: 'About us', url: '/about', html } } })
    server.on('/api/pages/7', page('<p>We film games.</p>'), page('<p>Nous filmons.</p>'))
    await visitPage('/about')
    await screen.findByText('We film games.', undefined, SLOW_CHUNK)
    await switchToFrench()
    await screen.findByText('Nous filmons.')
    expect(requestCount('/api/pages/7')).toBe(2)
    expect(server.requests.findLast(({ path }) => path === '/api/pages/7')?.query.lang).toBe('fr')
  })

  it('is not tracked as another page view', async () => {
    await visitPage('/vod')
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1))
    const emit = vi.spyOn(root.telemetry, 'emit')
    await switchToFrench()
    expect(emit.mock.calls.filter(([name]) => name === 'page')).toEqual([])
  })
})
