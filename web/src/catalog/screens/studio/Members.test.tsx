// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import type { TeamMember } from '../../membersApi'
import Content from './Content'

const MEMBERS = '/api/studio/participants/hawks/members'
const ADA: TeamMember = {
  id: 5,
  email: 'ada@example.org',
  added_at: '2026-11-28T12:00:00Z',
  has_account: true,
}
const BEA: TeamMember = { ...ADA, id: 6, email: 'bea@example.org', has_account: false }
let server: FakeServer

function open(path = '') {
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <LocationDisplay />
      <Routes>
        <Route path="/studio/content/*" element={<Content />} />
      </Routes>
    </CatalogProvider>,
    `/studio/content/teams/hawks${path}`,
  )
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (method: string, path = MEMBERS) =>
  server.requests.filter(request => request.method === method && request.path === path)

beforeAll(() => import('../../components/studio/Members'))
beforeEach(() => {
  const team = {
    section: 'participants',
    key: 'hawks',
    value: { key: 'hawks', name: 'Hawks' },
    version: 'v1',
  }
  server = new FakeServer()
    .on('/api/studio/entries/participants/hawks', itemResponse(team))
    .on(MEMBERS, listResponse([ADA, BEA]))
})
afterEach(cleanup)

describe('the members of a team', () => {
  it('have a tab on the page of the team', async () => {
    open()
    fireEvent.click(await screen.findByRole('link', { name: 'Members' }))
    expect(await screen.findByText('ada@example.org')).toBeTruthy()
    expect(currentPath()).toBe('/studio/content/teams/hawks/members')
    expect(screen.getByText('2 members')).toBeTruthy()
    expect(screen.getByText('Verified')).toBeTruthy()
    expect(screen.getByText('None yet')).toBeTruthy()
  })

  it('are found by a part of their address', async () => {
    server.on(MEMBERS, listResponse([ADA, BEA]), listResponse([]))
    open('/members')
    await screen.findByText('ada@example.org')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search members' }), { target: { value: 'cy' } })
    expect(await screen.findByText('No member matches')).toBeTruthy()
    expect(sent('GET').at(-1)?.query).toMatchObject({ search: 'cy' })
  })

  it('are pasted, and each bad line gets a sentence and stays in the field', async () => {
    const added = { added: 1, already_members: 1, problems: [{ line: 2, text: 'Coach' }] }
    server.on(MEMBERS, listResponse([]), itemResponse(added), listResponse([ADA]))
    open('/members')
    expect(await screen.findByText('No members yet')).toBeTruthy()
    const field = screen.getByLabelText('Email addresses')
    fireEvent.change(field, { target: { value: 'ada@example.org\nCoach, bea@example.org' } })
    await press('Add members')
    expect(await screen.findByText('Line 2: “Coach” is not an email address.')).toBeTruthy()
    expect(screen.getByText(/1 member added\./).textContent).toContain('1 address was already on the list.')
    expect((field as HTMLTextAreaElement).value).toBe('Coach')
    expect(await screen.findByText('ada@example.org')).toBeTruthy()
    expect(sent('POST')[0]?.body).toMatchObject({ addresses: 'ada@example.org\nCoach, bea@example.org' })
  })

  it('are removed after a question', async () => {
    server.on(`${MEMBERS}/6`, { status: 204 })
    open('/members')
    await press('Remove bea@example.org')
    const dialog = within(await screen.findByRole('dialog'))
    server.on(MEMBERS, listResponse([ADA]))
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('bea@example.org')).toBeNull())
    expect(server.requests.filter(({ path }) => path === `${MEMBERS}/6`)).toHaveLength(1)
  })
})
