// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { PlayerSlate, type Slate } from './PlayerSlate'

const SLATE: Slate = {
  title: 'We’ll be right back',
  html: '<p>The second half starts soon.</p>',
  image: null,
  channel: 'Prairie Sports Network',
  logo: null,
}

function renderSlate(slate: Slate) {
  const host = document.createElement('div')
  host.innerHTML = '<div class="plyr"><div class="plyr__controls"></div></div>'
  document.body.append(host)
  renderPage(<PlayerSlate slate={slate} hint="You can rewind." host={{ current: host }} />)
  return host
}

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

test('a slate is announced, and is inside the element that goes full screen', () => {
  const host = renderSlate(SLATE)
  const status = screen.getByRole('status')
  expect(host.querySelector('.plyr')?.contains(status)).toBe(true)
  expect(status.textContent).toBe(
    'Prairie Sports NetworkWe’ll be right backThe second half starts soon.You can rewind.',
  )
})

test('a picture of the channel replaces the drawn one and its name', () => {
  const host = renderSlate({ ...SLATE, image: '/media/slate.webp' })
  expect(host.querySelector('img')?.getAttribute('src')).toBe('/media/slate.webp')
  expect(screen.queryByText('Prairie Sports Network')).toBeNull()
})

test('nothing is left of a slate that is over', () => {
  const host = renderSlate(SLATE)
  cleanup()
  expect(host.querySelector('.plyr')?.children).toHaveLength(1)
})
