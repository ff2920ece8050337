import { Trans } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'

interface Props {
  /** Whether there is a video that another pass includes. */
  hasVideo: boolean
}

/** Why a viewer gets the audio only, and the passes that include the video. */
export function AudioOnlyNote({ hasVideo }: Props) {
  const { isLinkable } = useCatalog().shell
  if (!hasVideo)
    return (
      <p>
        <Trans>There is no video. You can listen to the audio.</Trans>
      </p>
    )
  return (
    <>
      <p>
        <Trans>Your pass includes the audio, but not the video.</Trans>
      </p>
      {isLinkable('/packages') ? (
        <div className="actions">
          <LinkButton kind="primary" to="/packages">
            <Trans>View passes with video</Trans>
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}
