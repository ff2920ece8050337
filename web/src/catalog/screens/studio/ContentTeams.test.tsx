// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import Content from './Content'

const ENTRIES = '/api/studio/entries'
let server: FakeServer

const anEntry = (section: string, key: string, value: EntryValue): Entry => ({
  section,
  key,
  value: { key, ...value },
  version: 'v1',
})
const DIVISION = anEntry('properties', 'division', {
  name: 'Division',
  values: [
    { key: 'lakes', name: { en: 'Lakes', fr: 'Lacs' } },
    { key: 'plains', name: 'Plains' },
  ],
})

/** Serve the entries of a section, each with its own page. */
function serve(section: string, entries: readonly Entry[]) {
  server.on(`${ENTRIES}/${section}`, { json: { data: entries } })
  for (const entry of entries) server.on(`${ENTRIES}/${section}/${entry.key}`, { json: { data: entry } })
}

function open(path: string) {
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <Routes>
        <Route path="/studio/content/*" element={<Content />} />
      </Routes>
    </CatalogProvider>,
    `/studio/content${path}`,
  )
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const choose = async (name: string, value: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name }), { target: { value } })

/** Press Save and expect an entry that contains these values. */
async function expectSaved(path: string, expected: object) {
  await press('Save')
  const saves = () => server.requests.filter(each => each.path === `${ENTRIES}/${path}` && each.body)
  await waitFor(() => expect(saves().at(-1)?.body).toMatchObject({ _method: 'put', value: expected }))
}

beforeEach(() => {
  server = new FakeServer()
  serve('categories', [])
  serve('properties', [DIVISION])
})
afterEach(cleanup)

describe('the divisions of schools', () => {
  it('are chosen on the page of a school, and removed there', async () => {
    const properties = { division: 'plains', conference: 'north' }
    serve('groups', [anEntry('groups', 'ridge', { name: 'Ridge', short_name: 'RDG', properties })])
    open('/schools/ridge')
    await choose('Division', 'lakes')
    await expectSaved('groups/ridge', { properties: { division: 'lakes', conference: 'north' } })
    await choose('Division', '')
    await press('Save')
    await waitFor(() =>
      expect(server.requests.at(-1)?.body?.value).toMatchObject({ properties: { conference: 'north' } }),
    )
    expect(JSON.stringify(server.requests.at(-1)?.body)).not.toContain('division')
  })

  it('get a key from their name', async () => {
    open('/divisions/division')
    await press('Add choice')
    const names = await screen.findAllByLabelText(/^Name/)
    fireEvent.change(names.at(-1) as HTMLElement, { target: { value: 'Côte Nord' } })
    await expectSaved('properties/division', {
      values: [{ key: 'lakes' }, { key: 'plains' }, { key: 'cote-nord' }],
    })
  })
})

it('The tags for clips of a category are added, changed and put in order', async () => {
  serve('categories', [
    anEntry('categories', 'hockey', { name: 'Hockey', clip_tags: ['Goal', { en: 'Save', fr: 'Arrêt' }] }),
  ])
  open('/categories/hockey')
  fireEvent.click(await screen.findByText('More', { selector: 'summary' }))
  const inputs = () => screen.getAllByLabelText('Tag (English)') as HTMLInputElement[]
  fireEvent.change(inputs()[0] as HTMLElement, { target: { value: 'Goals' } })
  const first = inputs()[0]
  fireEvent.change(first as HTMLElement, { target: { value: 'Goals!' } })
  // A change does not replace the input, so it keeps the focus.
  expect(inputs()[0]).toBe(first)
  await press('Add tag')
  fireEvent.change(inputs()[2] as HTMLElement, { target: { value: 'Penalty' } })
  await press('Move Penalty up')
  await expectSaved('categories/hockey', {
    clip_tags: ['Goals!', 'Penalty', { en: 'Save', fr: 'Arrêt' }],
  })
})

it('The co-op teams of a team are listed one by one if the channel has many teams', async () => {
  const others = Array.from({ length: 20 }, (_, index) =>
    anEntry('participants', `team-${index}`, { name: `Team ${index}` }),
  )
  serve('groups', [])
  serve('participants', [
    anEntry('participants', 'hawks', { name: 'Hawks', children: ['team-3'] }),
    ...others,
  ])
  open('/teams/hawks')
  fireEvent.click(await screen.findByText('More', { selector: 'summary' }))
  await choose('Co-op teams', 'team-7')
  await press('Remove Team 3')
  await expectSaved('participants/hawks', { children: ['team-7'] })
})
