import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { Picture } from '@/shared/ui/Picture'
import type { LibraryItem } from '../../model'
import { lockedLibraryItem } from '../../purchaseOptions'
import { libraryItemImage } from '../library/LibraryCard'
import { AccessOptions } from './AccessOptions'
import { Gate } from './Gate'

/** A film that does not play for this viewer: why, and what opens it. */
export function LibraryItemGate({ item }: { item: LibraryItem }) {
  const { t } = useLingui()
  const poster = <Picture src={libraryItemImage(item)} eager />
  if (item.access_reason === 'geo_blocked') {
    return (
      <Gate poster={poster} title={t`Not in your region`}>
        <p>
          <Trans>We're sorry, but this content is not available in your region.</Trans>
        </p>
        <BackToLibrary />
      </Gate>
    )
  }
  if (item.recording_state) {
    const titles = {
      hidden: t`This recording is not available at the moment`,
      withdrawn: t`This recording was withdrawn`,
      deleted: t`This recording was removed`,
    }
    return (
      <Gate poster={poster} title={titles[item.recording_state]}>
        <p>
          <Trans>The channel no longer shows this recording. You can watch others.</Trans>
        </p>
        <BackToLibrary />
      </Gate>
    )
  }
  if (!item.has_access) {
    const free = item.pass_type === 'register'
    return (
      <Gate poster={poster} title={free ? t`Free with an account` : t`How to watch this film`}>
        <AccessOptions
          isFree={free}
          anonymous={item.access_reason === 'login_required'}
          content={lockedLibraryItem(item)}
        />
      </Gate>
    )
  }
  return (
    <Gate poster={poster} title={t`This film is not ready yet`}>
      <p>
        <Trans>It is being prepared and will play here. Others are ready now.</Trans>
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
