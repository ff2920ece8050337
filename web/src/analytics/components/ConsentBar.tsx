import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Button } from '@/shared/ui/Button'
import { useAnalytics } from '../context'
import { type ConsentChoice, consentStore } from '../stores/ConsentStore'
import './ConsentBar.css'

/** The consent prompt for usage statistics. The page stays usable without an answer. */
export const ConsentBar = observer(function ConsentBar() {
  const { t } = useLingui()
  const analytics = useAnalytics()
  const consent = analytics.resolve(consentStore)
  const bar = useRef<HTMLElement>(null)
  const { isPrompting, isReopened, choice } = consent

  // If the viewer reopened the prompt, move the focus into it, and return the focus when it closes.
  useEffect(() => {
    if (!isReopened) return
    const previousFocus = document.activeElement
    bar.current?.querySelector('button')?.focus()
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus()
    }
  }, [isReopened])

  if (!isPrompting) return null
  const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && isReopened && consent.close()
  const choiceButton = (value: ConsentChoice, label: string) => (
    <Button
      size="s"
      kind="outline"
      className="consent__button"
      aria-pressed={isReopened && choice !== null ? choice === value : undefined}
      onClick={() => {
        // The focused button disappears. Move the focus to the page, unless the viewer reopened the prompt.
        if (!isReopened && bar.current?.contains(document.activeElement))
          document.getElementById('main')?.focus()
        consent.setChoice(value)
      }}
    >
      {label}
    </Button>
  )
  return (
    <section className="consent" ref={bar} aria-labelledby="consent-title" onKeyDown={closeOnEscape}>
      <h2 id="consent-title">
        <Trans>Allow usage statistics?</Trans>
      </h2>
      {consent.isRefusedByBrowser ? (
        <TrackingRefusedNotice onClose={() => consent.close()} />
      ) : (
        <>
          <ConsentExplanation />
          <div className="actions">
            {choiceButton('yes', t`Accept`)}
            {choiceButton('no', t`Decline`)}
          </div>
        </>
      )}
    </section>
  )
})

/** The explanation of what the two choices mean. */
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

/** The notice that the browser refuses tracking. */
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

/** The footer button that reopens the consent prompt. */
export const PrivacyLink = observer(function PrivacyLink() {
  const consent = useAnalytics().resolve(consentStore)
  if (!consent.isTrackingEnabled) return null
  return (
    <button type="button" className="privacy-link" onClick={() => consent.reopen()}>
      <Trans>Privacy</Trans>
    </button>
  )
})
