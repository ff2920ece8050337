import { Trans } from '@lingui/react/macro'
import './OverlayProblem.css'

/** Why there is no score, for the person who sets up the stream. */
export function OverlayProblem({ problem }: { problem: 'refused' | 'unreachable' }) {
  return (
    <p className="overlay-problem" role="alert">
      {problem === 'refused' ? (
        <Trans>This address no longer works. Copy a new one from the event’s page in the studio.</Trans>
      ) : (
        <Trans>No connection to the server. Trying again…</Trans>
      )}
    </p>
  )
}
