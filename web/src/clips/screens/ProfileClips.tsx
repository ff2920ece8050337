import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { hasEvents } from '@/shared/hasEvents'
import { LinkButton } from '@/shared/ui/Button'
import { LoadMore } from '@/shared/ui/LoadMore'
import { SegmentedControl } from '@/shared/ui/SegmentedControl'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { OwnClipCard } from '../components/OwnClipCard'
import { OwnerActions } from '../components/OwnerActions'
import { ReportButton } from '../components/ReportButton'
import { useClips } from '../context'
import type { ClipKind } from '../model'
import { myClipsStore } from '../stores/MyClipsStore'
import '@/shared/ui/Panel.css'
import '../components/Clips.css'

/** The clips that the viewer created or downloaded (`/profile/clips`), a part of the profile. */
export default observer(function ProfileClips() {
  const { t } = useLingui()
  const store = useClips().resolve(myClipsStore)
  const [search, setSearch] = useSearchParams()
  const kind: ClipKind = search.get('kind') === 'downloads' ? 'downloads' : 'clips'
  const load = useCallback(() => void store.show(kind), [store, kind])
  useEffect(load, [load])
  const { pages, clips } = store
  const choices = [
    { value: 'clips' as const, label: t`My clips` },
    { value: 'downloads' as const, label: t`Downloads` },
  ]
  return (
    <section className="stack" aria-busy={pages.isBusy && !pages.isLoaded}>
      <div className="spread">
        <h2 className="display h2">
          <Trans>Clips</Trans>
        </h2>
        <SegmentedControl
          label={t`Clip list`}
          choices={choices}
          value={kind}
          onChange={next => setSearch(next === 'clips' ? {} : { kind: next }, { replace: true })}
        />
      </div>
      {pages.error && !pages.isLoaded ? (
        <ErrorState title={t`Your clips could not be loaded`} onRetry={load} busy={pages.isBusy} />
      ) : !pages.isLoaded ? (
        <div className="own-clips">
          {[0, 1, 2, 3].map(index => (
            <div key={index} className="panel">
              <SkeletonLine width={60} height={76} />
            </div>
          ))}
        </div>
      ) : clips.length === 0 && pages.total === pages.items.length ? (
        <NoClips kind={kind} />
      ) : (
        <>
          <ul className="own-clips">
            {clips.map(clip => (
              <li key={clip.id}>
                <OwnClipCard
                  clip={clip}
                  more={
                    clip.is_own ? (
                      <OwnerActions clip={clip} size="s" />
                    ) : (
                      <ReportButton clip={clip} size="s" />
                    )
                  }
                />
              </li>
            ))}
          </ul>
          <LoadMore
            shown={pages.items.length}
            total={pages.total}
            busy={pages.nextPage.isBusy}
            onLoadMore={() => void store.loadMore()}
          />
        </>
      )}
    </section>
  )
})

function NoClips({ kind }: { kind: ClipKind }) {
  const { t } = useLingui()
  const { channel, isLinkable } = useClips().shell
  const canHaveClips = hasEvents(channel)
  return (
    <EmptyState
      icon={kind === 'clips' ? 'cut' : 'download'}
      title={kind === 'clips' ? t`No clips yet` : t`No downloads yet`}
      actions={
        canHaveClips ? (
          <LinkButton kind="primary" to="/vod">
            <Trans>Browse replays</Trans>
          </LinkButton>
        ) : (
          <LinkButton kind="primary" to={isLinkable('/vod_library') ? '/vod_library' : '/'}>
            <Trans>Open the library</Trans>
          </LinkButton>
        )
      }
    >
      {kind === 'downloads' ? (
        <Trans>Your downloaded clips appear here.</Trans>
      ) : canHaveClips ? (
        <Trans>Open a game and select Clip this to create your first clip.</Trans>
      ) : (
        <Trans>This channel has no games to clip.</Trans>
      )}
    </EmptyState>
  )
}
