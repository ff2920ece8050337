// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { observable, runInAction } from 'mobx'
import { useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastStore } from '@/shared/notices/ToastStore'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import type { ChannelStore } from '../ChannelStore'
import { ChannelProvider } from '../context'
import { aBundle, aUser } from '../fakes'
import type { User } from '../model'
import { AccountControl } from './AccountControl'
import Drawer from './Drawer'

const allLinkable = () => true
let path = ''
let toasts: ToastStore
const viewer = observable(
  {
    user: null as User | null,
    logOut: vi.fn(),
    get isOperator(): boolean {
      return this.user?.operator ?? false
    },
  },
  {},
  { deep: false },
)

function Watch() {
  path = useLocation().pathname
  return null
}

function visit(content: React.ReactNode) {
  const channel = { viewer, settings: aBundle().settings, shell: { toasts } } as unknown as ChannelStore
  renderPage(
    <ChannelProvider store={channel}>
      {content}
      <Watch />
    </ChannelProvider>,
  )
}

const logInAs = (user: User | null) => runInAction(() => (viewer.user = user))

async function openMenu() {
  fireEvent.click(screen.getByRole('button', { name: 'Your account' }))
  return screen.findByRole('menu')
}

beforeEach(() => {
  toasts = new ToastStore()
  viewer.logOut.mockReset().mockResolvedValue(undefined)
  logInAs(null)
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
})

afterEach(cleanup)

describe('the account in the header', () => {
  it('links a visitor to log-in', () => {
    visit(<AccountControl isLinkable={allLinkable} />)
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('shows the viewer’s initials, and their name and address in its menu', async () => {
    logInAs(aUser())
    visit(<AccountControl isLinkable={allLinkable} />)
    const button = screen.getByRole('button', { name: 'Your account' })
    expect(button.querySelector('[data-initials]')?.getAttribute('data-initials')).toBe('MH')
    const menu = await openMenu()
    expect(within(menu).getByText('Maya Halvorsen')).toBeTruthy()
    expect(within(menu).getByText('maya@example.com')).toBeTruthy()
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(item => item.textContent),
    ).toEqual(['Profile', 'Devices', 'Edit profile', 'Log out'])
  })

  it('links an operator to the studio', async () => {
    logInAs(aUser({ operator: true }))
    visit(<AccountControl isLinkable={allLinkable} />)
    fireEvent.click(within(await openMenu()).getByText('Studio'))
    await waitFor(() => expect(path).toBe('/studio'))
  })

  it('links to the pages of the account that exist', async () => {
    logInAs(aUser())
    visit(<AccountControl isLinkable={url => url !== '/profile/sessions'} />)
    const menu = await openMenu()
    expect(within(menu).queryByText('Devices')).toBeNull()
    fireEvent.click(within(menu).getByText('Edit profile'))
    await waitFor(() => expect(path).toBe('/profile/edit'))
  })

  it('logs out, and shows an error if that fails', async () => {
    logInAs(aUser())
    viewer.logOut.mockRejectedValueOnce(new Error('offline'))
    visit(<AccountControl isLinkable={allLinkable} />)
    fireEvent.click(within(await openMenu()).getByText('Log out'))
    await waitFor(() => expect(toasts.toasts.map(({ type }) => type)).toEqual(['error']))
    fireEvent.click(within(await openMenu()).getByText('Log out'))
    await waitFor(() => expect(toasts.toasts.map(({ type }) => type)).toEqual(['error', 'success']))
  })
})

describe('the account in the drawer', () => {
  const drawer = (
    <Drawer
      entries={[]}
      isLinkable={allLinkable}
      language="en"
      onLanguageChange={vi.fn()}
      onClose={vi.fn()}
    />
  )

  it('links a visitor to log-in', async () => {
    visit(drawer)
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe('/login')
  })

  it('lists the account pages of a viewer and the log-out button', async () => {
    logInAs(aUser())
    visit(drawer)
    expect((await screen.findByRole('link', { name: 'Profile' })).getAttribute('href')).toBe('/profile')
    expect(screen.queryByRole('link', { name: 'Studio' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Log out' }))
    expect(viewer.logOut).toHaveBeenCalledTimes(1)
  })
})
