import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import { Picture } from '@/shared/ui/Picture'
import type { LibraryItem } from '../../model'
import { lockedLibraryItem } from '../../purchaseOptions'
import { libraryItemImage } from '../library/LibraryCard'
import { AccessOptions } from './AccessOptions'
import { Gate } from './Gate'

/** The reason why a library item does not play for this viewer, and how to get access. */
export function LibraryItemGate({ item }: { item: LibraryItem }) {
  const { t } = useLingui()
  const poster = <Picture src={libraryItemImage(item)} eager />
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
