import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '@/shared/ui/Button'
import { useAnalytics } from '../context'
import { type ConsentChoice, consentStore } from '../stores/ConsentStore'
import './ConsentBar.css'

/** Asks whether a visit may be counted as one. The page goes on behind it, answered or not. */
export const ConsentBar = observer(function ConsentBar() {
  const { t } = useLingui()
  const analytics = useAnalytics()
  const consent = analytics.resolve(consentStore)
  const bar = useRef<HTMLElement>(null)
  const { isPrompting, isReopened: opened, choice } = consent

  // Whoever asked for it has it at hand, and is back where they were after it.
  useEffect(() => {
    if (!opened) return
    const before = document.activeElement
    bar.current?.querySelector('button')?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [opened])

  if (!isPrompting) return null
  const close = ({ key }: KeyboardEvent) => key === 'Escape' && opened && consent.open(false)
  const button = (answer: ConsentChoice, label: string) => (
    <Button
      size="s"
      kind="outline"
      className="consent__button"
      aria-pressed={opened && choice !== null ? choice === answer : undefined}
      onClick={() => {
        // The button goes away: who answered without having asked goes on in the page.
        if (!opened && bar.current?.contains(document.activeElement)) document.getElementById('main')?.focus()
        consent.choose(answer)
      }}
    >
      {label}
    </Button>
  )
  return (
    <section className="consent" ref={bar} aria-labelledby="consent-title" onKeyDown={close}>
      <h2 id="consent-title">
        <Trans>Allow usage statistics?</Trans>
      </h2>
      {consent.isRefusedByBrowser ? (
        <TrackingRefusedNotice onClose={() => consent.open(false)} />
      ) : (
        <>
          <ConsentExplanation />
          <div className="actions">
            {button('yes', t`Accept`)}
            {button('no', t`Decline`)}
          </div>
        </>
      )}
    </section>
  )
})

/** What a yes and a no mean here. */
function ConsentExplanation() {
  const { settings } = useAnalytics().shell.channel
  const { name } = settings
  const tag = settings['google-analytics']?.['google-tag']
  return (
    <>
      <p>
        <Trans>
          Choose Accept to let {name} measure what people watch and how well videos play. If you decline,
          nothing is stored in this browser and your visit isn’t counted.
        </Trans>
      </p>
      {tag ? (
        <p>
          <Trans>If you accept, Google Analytics also counts your visit.</Trans>
        </p>
      ) : null}
    </>
  )
}

/** The browser has answered for its viewer. */
function TrackingRefusedNotice({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>
        <Trans>Your browser asks sites not to track you, so your visit isn’t counted.</Trans>
      </p>
      <div className="actions">
        <Button size="s" kind="outline" className="consent__button" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </>
  )
}

/** In the footer: the question once more. */
export const PrivacyLink = observer(function PrivacyLink() {
  const consent = useAnalytics().resolve(consentStore)
  if (!consent.isTrackingEnabled) return null
  return (
    <button type="button" className="privacy-link" onClick={() => consent.open()}>
      <Trans>Privacy</Trans>
    </button>
  )
})
