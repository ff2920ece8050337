import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'

interface Props {
  eventId: number
  reason: 'visitor' | 'pass' | 'nothing'
}

/** A message why the viewer cannot create clips here, and how to get access. */
export function EditorUnavailable({ eventId, reason }: Props) {
  const { t } = useLingui()
  const backLink = (
    <LinkButton to={`/watch/${eventId}`}>
      <Trans>Back to the game</Trans>
    </LinkButton>
  )
  if (reason === 'visitor') {
    return (
      <EmptyState
        icon="cut"
        title={t`Log in to create a clip`}
        actions={
          <>
            <LinkButton kind="primary" to="/login">
              <Trans>Log in</Trans>
            </LinkButton>
            {backLink}
          </>
        }
      >
        <Trans>Your clips are saved in your profile. You can share and download them there.</Trans>
      </EmptyState>
    )
  }
  if (reason === 'pass') {
    return (
      <EmptyState
        icon="ticket"
        title={t`Get a pass to create clips`}
        actions={
          <>
            <LinkButton kind="primary" to="/packages">
              <Trans>View passes</Trans>
            </LinkButton>
            {backLink}
          </>
        }
      >
        <Trans>With a pass, you can create, share and download clips of the games it includes.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="cut" title={t`No video to clip yet`} actions={backLink}>
      <Trans>You can create clips from games you can watch, live or recorded.</Trans>
    </EmptyState>
  )
}
