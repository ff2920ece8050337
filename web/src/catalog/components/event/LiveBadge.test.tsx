// @vitest-environment jsdom

import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { anEvent } from '../../fakes'
import type { LiveState } from '../../model'
import { LiveBadge } from './LiveBadge'

afterEach(cleanup)

const renderBadge = (live_state: LiveState | null) => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  render(
    <I18nProvider i18n={i18n}>
      <LiveBadge event={anEvent(1, { stream_status: 'live', live_state })} />
    </I18nProvider>,
  )
}

test.each<LiveState>(['starting_soon', 'delayed', 'interrupted'])(
  'an event that is %s has no live badge',
  state => {
    renderBadge(state)
    expect(document.body.textContent).not.toBe('')
    expect(document.querySelector('.badge--live')).toBeNull()
  },
)

test('an event that is on air has a live badge', () => {
  renderBadge('on_air')
  expect(document.querySelector('.badge--live')).not.toBeNull()
})
