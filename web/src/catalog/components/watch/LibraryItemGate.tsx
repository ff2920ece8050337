import { Trans, useLingui } from '@lingui/react/macro'
import { formatDayAndTime } from '@/shared/format/dates'
import { LinkButton } from '@/shared/ui/Button'
import { Picture } from '@/shared/ui/Picture'
import type { LibraryItem } from '../../model'
import { lockedLibraryItem } from '../../purchaseOptions'
import { libraryItemImage } from '../library/LibraryCard'
import { AccessOptions } from './AccessOptions'
import { Gate } from './Gate'

/** The reason why a library item does not play for this viewer, and how to get access. */
export function LibraryItemGate({ item }: { item: LibraryItem }) {
  const { t, i18n } = useLingui()
  const poster = <Picture src={libraryItemImage(item)} eager />
  const when = item.available_at
    ? formatDayAndTime(Date.parse(item.available_at), { language: i18n.locale })
    : ''
  if (item.access_reason === 'blackout' || (item.access_reason === 'not_started' && when)) {
    const isBlackout = item.access_reason === 'blackout'
    return (
      <Gate
        poster={poster}
        title={isBlackout ? t`Not available in your region yet` : t`Video not available yet`}
      >
        <p>
          {isBlackout ? (
            <Trans>Blacked out in your region until {when}. You can watch it here after that.</Trans>
          ) : (
            <Trans>This video is available from {when}.</Trans>
          )}
        </p>
        <BackToLibrary />
      </Gate>
    )
  }
  if (item.access_reason === 'no_replay') {
    return (
      <Gate poster={poster} title={t`Video no longer available`}>
        <p>
          <Trans>This video is no longer available. Choose another one.</Trans>
        </p>
        <BackToLibrary />
      </Gate>
    )
  }
  if (item.access_reason === 'geo_blocked') {
    return (
      <Gate poster={poster} title={t`Not available in your region`}>
        <p>
          <Trans>We're sorry, but this content is not available in your region.</Trans>
        </p>
        <BackToLibrary />
      </Gate>
    )
  }
  if (item.recording_state) {
    const titles = {
      hidden: t`Recording temporarily unavailable`,
      withdrawn: t`Recording withdrawn`,
      deleted: t`Recording deleted`,
    }
    return (
      <Gate poster={poster} title={titles[item.recording_state]}>
        <p>
          <Trans>This recording is no longer available. Choose another one.</Trans>
        </p>
        <BackToLibrary />
      </Gate>
    )
  }
  if (!item.has_access) {
    const isFree = item.pass_type === 'register'
    return (
      <Gate poster={poster} title={isFree ? t`Free with an account` : t`Get access to this video`}>
        {item.has_video ? null : (
          <p>
            <Trans>Audio only, no video.</Trans>
          </p>
        )}
        <AccessOptions
          isFree={isFree}
          isVisitor={item.access_reason === 'login_required'}
          content={lockedLibraryItem(item)}
        />
      </Gate>
    )
  }
  return (
    <Gate poster={poster} title={t`Video not ready yet`}>
      <p>
        <Trans>We’re preparing this video. Watch another one in the meantime.</Trans>
      </p>
      <BackToLibrary />
    </Gate>
  )
}

function BackToLibrary() {
  return (
    <div className="actions">
      <LinkButton kind="primary" to="/vod_library">
        <Trans>Back to the library</Trans>
      </LinkButton>
    </div>
  )
}
