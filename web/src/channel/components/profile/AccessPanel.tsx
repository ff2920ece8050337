import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useContext, useEffect } from 'react'
import { LinkableContext } from '@/shared/contexts/linkable'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { PanelError } from '@/shared/ui/PanelError'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { useChannel } from '../../context'
import type { Access } from '../../profileApi'
import { profileStore } from '../../stores/ProfileStore'
import { useCapabilityLabels } from './useCapabilityLabels'

/** The panel that lists what the viewer's passes allow. */
export const AccessPanel = observer(function AccessPanel() {
  const { t } = useLingui()
  const store = useChannel().resolve(profileStore)
  const load = useCallback(() => void store.loadAccess(), [store])
  useEffect(load, [load])
  const { value, error, isBusy } = store.access
  return (
    <section className="panel panel--accent stack" aria-busy={isBusy && !value}>
      <h2 className="display h3">
        <Trans>Your access</Trans>
      </h2>
      {value ? (
        <CapabilityList access={value} />
      ) : error ? (
        <PanelError title={t`Your access could not be loaded`} onRetry={load} busy={isBusy} />
      ) : (
        [72, 56, 64].map(width => <SkeletonLine key={width} width={width} />)
      )}
    </section>
  )
})

/** The usage of limited features. */
function UsageList({ clips, downloads }: NonNullable<Access['allowances']>) {
  const { used: usedClips, most: maxClips } = clips
  const { used: usedDownloads, most: maxDownloads } = downloads
  return (
    <>
      {clips.allowed && maxClips !== null ? (
        <p className="muted">
          <Trans>
            {usedClips} of {maxClips} clips created
          </Trans>
        </p>
      ) : null}
      {downloads.allowed && maxDownloads !== null ? (
        <p className="muted">
          <Trans>
            {usedDownloads} of {maxDownloads} downloads used
          </Trans>
        </p>
      ) : null}
    </>
  )
}

function CapabilityList({ access }: { access: Access }) {
  const labels = useCapabilityLabels(access.capabilities)
  const isLinkable = useContext(LinkableContext)
  if (labels.length > 0) {
    return (
      <>
        <ul className="capability-list">
          {labels.map(label => (
            <li key={label}>
              <Icon name="check" />
              {label}
            </li>
          ))}
        </ul>
        {access.allowances ? <UsageList {...access.allowances} /> : null}
      </>
    )
  }
  return (
    <>
      <p className="muted">
        <Trans>You don’t have a pass yet. You can watch everything that is free.</Trans>
      </p>
      {isLinkable('/packages') ? (
        <div className="actions">
          <LinkButton kind="primary" to="/packages">
            <Trans>View passes</Trans>
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}
