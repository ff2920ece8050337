import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEngagement } from '../context'

/** What score alerts are, and that a viewer who hides scores gets none. */
export const ScoreAlertHint = observer(function ScoreAlertHint() {
  const { spoilers } = useEngagement()
  return (
    <p className="hint">
      {spoilers.isEnabled ? (
        <Trans>You hide scores, so you get no score alerts, whatever you choose here.</Trans>
      ) : (
        <Trans>
          Score alerts tell you the score after goals and other big moments, once the video has shown them.
          You get none while you hide scores.
        </Trans>
      )}
    </p>
  )
})
