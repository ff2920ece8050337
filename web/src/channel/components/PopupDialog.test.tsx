// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LoadErrorContext } from '@/shared/loading/lazyComponent'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { ChannelProvider } from '../context'
import type { Popup } from '../model'
import { createChannel } from '../testing/createChannel'
import { PopupDialog } from './PopupDialog'

vi.mock('./Popup', () => {
  throw new Error('no connection')
})
afterEach(cleanup)

it('a pop-up that did not load counts as unread, shows an error, and appears the next time', async () => {
  const popup: Popup = {
    id: 1,
    key: 'season',
    title: 'New season',
    html: '',
    path: null,
    once: true,
    action: null,
  }
  const channel = await createChannel(new FakeServer(), { bundle: { popups: [popup] } })
  const lost = vi.fn()
  renderPage(
    <LoadErrorContext value={lost}>
      <ChannelProvider store={channel}>
        <PopupDialog isLinkable={() => true} />
      </ChannelProvider>
    </LoadErrorContext>,
  )
  fireEvent.keyDown(document.body)
  await act(() => vi.waitFor(() => expect(lost).toHaveBeenCalled()))
  expect(channel.popupFor('/')).toEqual(popup)
})
