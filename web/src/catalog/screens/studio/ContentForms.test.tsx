// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SlotsContext } from '@/shared/contexts/slots'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import Content from './Content'

const FORMS = '/api/studio/entries/forms'
const CONTACT = '/api/custom-forms/contacts'
let server: FakeServer

const aForm = (key: string, value: EntryValue, version = 'v1'): Entry => ({
  section: 'forms',
  key,
  value: { key, ...value },
  version,
})
const BUS = aForm('bus', {
  title: { en: 'Team bus', fr: 'Le bus' },
  fields: [
    { name: 'email', label: { en: 'Email', fr: 'Courriel' }, type: 'email', required: true },
    { name: 'seats', label: 'Seats', type: 'number' },
  ],
})
const aContactForm = (label: string) => ({
  json: {
    data: {
      alias: 'contacts',
      title: label,
      intro: '',
      thanks: '',
      submit: 'Send',
      robot_check: false,
      fields: [{ name: 'message', label, type: 'textarea', required: true, rules: { min: 10 }, options: [] }],
    },
  },
})

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const savedTo = (path: string) =>
  server.requests
    .filter(request => request.path === path && request.method === 'POST')
    .map(({ body }) => body)
const fieldNames = () =>
  within(screen.getByRole('list', { name: 'Fields' }))
    .getAllByRole('listitem')
    .map(item => item.querySelector('strong')?.textContent)

function open(path: string) {
  renderPage(
    <CatalogProvider store={createCatalogStore(server, { languages: ['en', 'fr'], contact_days: 5 })}>
      <SlotsContext value={{ formPreview: [({ definition }) => <pre>{JSON.stringify(definition)}</pre>] }}>
        <LocationDisplay />
        <Routes>
          <Route path="/studio/content/*" element={<Content />} />
        </Routes>
      </SlotsContext>
    </CatalogProvider>,
    `/studio/content/forms${path}`,
  )
}

/** Return the form as the preview shows it. */
const previewed = async () => JSON.parse((await screen.findByText(/"alias"/)).textContent ?? '')

beforeAll(() =>
  Promise.all([
    import('../../components/studio/RemoveEntryDialog'),
    import('../../components/studio/FormPreview'),
  ]),
)
beforeEach(() => {
  server = new FakeServer()
  server.on(FORMS, { json: { data: [BUS] } })
  server.on(`${FORMS}/bus`, { json: { data: BUS } })
  server.on(CONTACT, aContactForm('Message'), aContactForm('Votre message'))
})
afterEach(cleanup)

describe('the list of forms', () => {
  it('shows addresses, numbers of fields and missing languages, and the contact form that nobody changed', async () => {
    open('')
    expect(await screen.findByText('/forms/bus · 2 fields')).toBeTruthy()
    expect(screen.getByText('Missing: French')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Contact form' })).toBeTruthy()
    expect(screen.getByText('/contacts')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Reset|Rename Contact/ })).toBeNull()
  })

  it('says before a removal that requests stay', async () => {
    open('')
    await press('Remove Team bus')
    expect(await screen.findByText(/Requests that it received stay in Requests/)).toBeTruthy()
  })

  it('says where a form that cannot be removed is used', async () => {
    server.on(`${FORMS}/bus`, {
      status: 422,
      json: { message: 'No', errors: { 'menu[bus].url': ['`bus` is not a key in forms.yaml'] } },
    })
    open('')
    await press('Remove Team bus')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Still used here: menu[bus].url')).toBeTruthy()
  })

  it('resets a contact form of its own', async () => {
    server.on(FORMS, { json: { data: [aForm('contacts', { to: 'help@example.org' })] } })
    open('')
    await press('Reset Contact form')
    expect(await screen.findByText(/standard texts and fields again/)).toBeTruthy()
    server.on(`${FORMS}/contacts`, { status: 204 })
    server.on(FORMS, { json: { data: [] } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Reset/ })).toBeNull())
  })
})

describe('the fields of a form', () => {
  it('are moved by buttons and by keyboard, and removed', async () => {
    open('/bus')
    await press('Move Seats up')
    expect(fieldNames()).toEqual(['Seats', 'Email'])
    fireEvent.keyDown(screen.getByRole('button', { name: 'Edit Seats' }), { key: 'ArrowDown', altKey: true })
    expect(fieldNames()).toEqual(['Email', 'Seats'])
    await press('Remove Email')
    expect(fieldNames()).toEqual(['Seats'])
  })

  it('depend on the type: a choice has choices, a number has limits', async () => {
    open('/bus')
    await press('Edit Seats')
    expect(screen.getByLabelText('Highest number')).toBeTruthy()
    await type('Answer', 'select')
    expect(screen.queryByLabelText('Highest number')).toBeNull()
    await press('Add choice')
    await type('Choice (English)', 'One')
    await type('Choice (French)', 'Un')
    server.on(`${FORMS}/bus`, { json: { data: BUS } })
    await press('Save')
    await waitFor(() => expect(savedTo(`${FORMS}/bus`)).toHaveLength(1))
    const options = [{ label: { en: 'One', fr: 'Un' }, value: 'one' }]
    expect(savedTo(`${FORMS}/bus`)).toMatchObject([
      { value: { fields: [{ name: 'email' }, { name: 'seats', type: 'select', options }] } },
    ])
  })

  it('show the messages of the server beside them, and at the row of a closed one', async () => {
    open('/bus')
    await press('Edit Seats')
    await type('Highest number', '0')
    server.on(`${FORMS}/bus`, {
      status: 422,
      json: {
        message: 'No',
        errors: { 'fields[1].rules.max': ['is 0; use at least 1'], 'fields[0].label': ['is empty'] },
      },
    })
    await press('Save')
    const highest = await screen.findByLabelText('Highest number')
    await waitFor(() => expect(highest.getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByText('is 0; use at least 1')).toBeTruthy()
    const [email] = within(screen.getByRole('list', { name: 'Fields' })).getAllByRole('listitem')
    expect(within(email as HTMLElement).getByText('is empty')).toBeTruthy()
    await type('Highest number', '6')
    expect(screen.queryByText('is 0; use at least 1')).toBeNull()
    expect(screen.getByText('is empty')).toBeTruthy()
  })
})

describe('a form', () => {
  it('is previewed as it is typed, in the language of the reader', async () => {
    open('/bus')
    await type('Introduction (English)', 'We answer within {days} days.')
    await press('Edit Email')
    await type('Question (English)', 'Your email')
    const { title, intro, fields } = await previewed()
    expect([title, intro, fields[0].label]).toEqual(['Team bus', 'We answer within 5 days.', 'Your email'])
  })

  it('is new with fields for the sender, and has the key of its title', async () => {
    server.on(`${FORMS}/try-outs`, { json: { data: aForm('try-outs', { title: 'Try-outs' }) } })
    open('/_new')
    await type('Title (English)', 'Try-outs')
    await press('Add field')
    await type('Question (English)', 'Your position')
    await press('Save')
    await waitFor(() => expect(currentPath()).toBe('/studio/content/forms/try-outs'))
    expect(savedTo(`${FORMS}/try-outs`)).toMatchObject([
      {
        version: null,
        value: {
          key: 'try-outs',
          fields: [{ name: 'name' }, { name: 'email' }, { name: 'your_position', label: 'Your position' }],
        },
      },
    ])
  })

  it('says its address with a link for the menu', async () => {
    open('/bus')
    const address = await screen.findByRole('region', { name: 'Address' })
    expect(within(address).getByRole('link', { name: '/forms/bus' })).toBeTruthy()
    expect(within(address).getByText('[Team bus](/forms/bus)')).toBeTruthy()
  })
})

describe('the contact form', () => {
  it('has its standard fields in both languages, which are saved only after a change', async () => {
    open('/contacts')
    await type('Email requests to', 'help@example.org')
    expect(fieldNames()).toEqual(['Message'])
    expect((await previewed()).title).toBe('Message')
    const languages = server.requests.filter(({ path }) => path === CONTACT).map(({ query }) => query.lang)
    expect(languages).toEqual(['en', 'fr'])
    server.on(
      `${FORMS}/contacts`,
      { json: { data: aForm('contacts', { to: 'help@example.org' }, 'v1') } },
      { json: { data: aForm('contacts', {}, 'v2') } },
    )
    await press('Save')
    await waitFor(() => expect(savedTo(`${FORMS}/contacts`)).toHaveLength(1))
    expect(savedTo(`${FORMS}/contacts`)[0]).toMatchObject({ version: null })
    expect(savedTo(`${FORMS}/contacts`)[0]).toHaveProperty('value', {
      key: 'contacts',
      to: 'help@example.org',
    })
    expect(fieldNames()).toEqual(['Message'])
    await press('Edit Message')
    await type('Question (French)', 'Votre question')
    await press('Save')
    await waitFor(() => expect(savedTo(`${FORMS}/contacts`)).toHaveLength(2))
    expect(savedTo(`${FORMS}/contacts`)[1]).toMatchObject({
      version: 'v1',
      value: {
        fields: [
          {
            name: 'message',
            label: { en: 'Message', fr: 'Votre question' },
            type: 'textarea',
            required: true,
            rules: { min: 10 },
          },
        ],
      },
    })
  })
})
