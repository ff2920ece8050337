import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'

interface Props {
  eventId: number
  reason: 'visitor' | 'pass' | 'nothing'
}

/** Why nothing can be cut here, and what opens it. */
export function EditorUnavailable({ eventId, reason: why }: Props) {
  const { t } = useLingui()
  const back = (
    <LinkButton to={`/watch/${eventId}`}>
      <Trans>Back to the game</Trans>
    </LinkButton>
  )
  if (why === 'visitor') {
    return (
      <EmptyState
        icon="cut"
        title={t`Log in to cut a clip`}
        actions={
          <>
            <LinkButton kind="primary" to="/login">
              <Trans>Log in</Trans>
            </LinkButton>
            {back}
          </>
        }
      >
        <Trans>Clips are kept in your profile, where you can share and download them.</Trans>
      </EmptyState>
    )
  }
  if (why === 'pass') {
    return (
      <EmptyState
        icon="ticket"
        title={t`Clips come with a pass`}
        actions={
          <>
            <LinkButton kind="primary" to="/packages">
              <Trans>See passes</Trans>
            </LinkButton>
            {back}
          </>
        }
      >
        <Trans>With a pass you can cut, share and download moments of every game that it opens.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="cut" title={t`There is nothing to cut here yet`} actions={back}>
      <Trans>
        Clips are cut out of games that you can watch: while they are live, or from their recording.
      </Trans>
    </EmptyState>
  )
}
