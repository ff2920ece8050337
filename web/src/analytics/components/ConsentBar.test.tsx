// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { createShell, type ShellOptions } from '@/shared/testing/shell'
import { AnalyticsStore } from '../AnalyticsStore'
import { AnalyticsProvider } from '../context'
import { consentStore } from '../stores/ConsentStore'
import { ConsentBar, PrivacyLink } from './ConsentBar'

const ANALYTICS_SETTINGS = { 'yare-analytics': { 'yare-analytics-key': 'profile-key' } } as const
const analyticsSettings = { analytics_on_localhost: true }

function page({ settings, channel }: ShellOptions = {}) {
  const analytics = new AnalyticsStore(
    createShell(new FakeServer(), {
      settings: { ...ANALYTICS_SETTINGS, ...settings },
      channel: { analytics: analyticsSettings, ...channel },
    }),
    '',
  )
  renderPage(
    <AnalyticsProvider store={analytics}>
      <main id="main" tabIndex={-1} />
      <ConsentBar />
      <PrivacyLink />
    </AnalyticsProvider>,
  )
  return analytics.resolve(consentStore)
}
const consentDialog = () => screen.queryByRole('region', { name: 'Allow usage statistics?' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(cleanup)

describe('the consent prompt', () => {
  it('stays on the page until it is answered, and does not reappear', () => {
    const consent = page()
    expect(consentDialog()).toBeTruthy()
    expect(consent.level).toBe('anonymous')
    press('Accept')
    expect(consentDialog()).toBeNull()
    expect([consent.level, consent.hasAgreed]).toEqual(['persistent', true])
  })

  it('returns focus to the page if it had focus, and does not move focus otherwise', () => {
    page()
    screen.getByRole('button', { name: 'Decline' }).focus()
    press('Decline')
    expect(document.activeElement).toBe(screen.getByRole('main'))
    cleanup()
    page()
    const privacyButton = screen.getByRole('button', { name: 'Privacy' })
    privacyButton.focus()
    press('Accept')
    expect(document.activeElement).toBe(privacyButton)
  })

  it('can be declined, and then nothing is tracked', () => {
    const consent = page()
    press('Decline')
    expect(consentDialog()).toBeNull()
    expect([consent.level, consent.hasAgreed]).toEqual(['none', false])
  })

  it('reopens from the footer with focus and the earlier choice, which Escape keeps', () => {
    const consent = page()
    press('Accept')
    const privacyButton = screen.getByRole('button', { name: 'Privacy' })
    privacyButton.focus()
    fireEvent.click(privacyButton)
    const yes = screen.getByRole('button', { name: 'Accept' })
    expect(document.activeElement).toBe(yes)
    expect(yes.getAttribute('aria-pressed')).toBe('true')
    fireEvent.keyDown(yes, { key: 'Escape' })
    expect(consentDialog()).toBeNull()
    expect(document.activeElement).toBe(privacyButton)
    expect(consent.choice).toBe('yes')
  })

  it('mentions Google only if the channel has a tag', () => {
    page()
    expect(screen.queryByText(/Google Analytics/)).toBeNull()
    cleanup()
    page({ settings: { 'google-analytics': { 'google-tag': 'G-TEST' } } })
    expect(screen.getByText(/Google Analytics/)).toBeTruthy()
  })

  it('is hidden if nothing would be tracked: without a key, or on localhost', () => {
    page({ settings: { 'yare-analytics': { 'yare-analytics-key': null } } })
    expect([consentDialog(), screen.queryByRole('button', { name: 'Privacy' })]).toEqual([null, null])
    cleanup()
    page({ channel: { analytics: {} } })
    expect([consentDialog(), screen.queryByRole('button', { name: 'Privacy' })]).toEqual([null, null])
  })

  it('is hidden if the channel needs no consent, but viewers can still decline', () => {
    const consent = page({
      settings: { 'yare-analytics': { 'yare-analytics-key': 'profile-key', consent: 'not_needed' } },
    })
    expect(consentDialog()).toBeNull()
    // The visit is one session, but the user ID needs consent.
    expect([consent.level, consent.hasAgreed]).toEqual(['persistent', false])
    press('Privacy')
    press('Decline')
    expect(consent.level).toBe('none')
  })

  it('is answered by the browser’s do-not-track setting', () => {
    vi.stubGlobal('navigator', { ...navigator, doNotTrack: '1', onLine: true })
    const consent = page()
    expect(consentDialog()).toBeNull()
    expect(consent.level).toBe('none')
    press('Privacy')
    expect(screen.getByText(/Your browser asks sites not to track you/)).toBeTruthy()
    press('Close')
    expect(consentDialog()).toBeNull()
  })
})
