// @vitest-environment jsdom
import { act, cleanup, fireEvent } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Lost } from '@/shared/late'
import { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import { ChannelProvider } from '../context'
import type { Popup } from '../model'
import { aChannel } from '../testing/aChannel'
import { PopupDialog } from './PopupDialog'

vi.mock('./Popup', () => {
  throw new Error('no connection')
})
afterEach(cleanup)

it('a pop-up that did not come was not read: it is told of, and shown the next time', async () => {
  const popup: Popup = {
    id: 1,
    key: 'season',
    title: 'New season',
    html: '',
    path: null,
    once: true,
    action: null,
  }
  const channel = await aChannel(new FakeServer(), { bundle: { popups: [popup] } })
  const lost = vi.fn()
  show(
    <Lost value={lost}>
      <ChannelProvider store={channel}>
        <PopupDialog leadsSomewhere={() => true} />
      </ChannelProvider>
    </Lost>,
  )
  fireEvent.keyDown(document.body)
  await act(() => vi.waitFor(() => expect(lost).toHaveBeenCalled()))
  expect(channel.popupFor('/')).toEqual(popup)
})
