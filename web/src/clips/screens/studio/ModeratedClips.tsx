import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { SearchField } from '@/shared/studio/SearchField'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Button } from '@/shared/ui/Button'
import { Chips } from '@/shared/ui/Chips'
import { LoadMore } from '@/shared/ui/LoadMore'
import { SkeletonCards } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { ModeratedClipCard } from '../../components/studio/ModeratedClipCard'
import { useClips } from '../../context'
import type { ModerationFilter } from '../../moderationApi'
import { moderationStore } from '../../stores/ModerationStore'
import '../../components/studio/Moderation.css'

const FILTERS: readonly ModerationFilter[] = ['all', 'featured', 'reported', 'hidden', 'failed']

/** `/studio/clips`: the clips of the channel, the report queue, and what operators do about them. */
export default observer(function ModeratedClips() {
  const { t } = useLingui()
  const clipsStore = useClips()
  const store = clipsStore.resolve(moderationStore)
  const [params, setParams] = useSearchParams()
  const filter = FILTERS.find(name => name === params.get('filter')) ?? 'all'
  const search = params.get('q') ?? ''
  const show = (name: 'filter' | 'q', value: string) =>
    setParams(before => withParam(before, name, value), { replace: true })
  const load = useCallback(() => void store.load(filter, search), [store, filter, search])
  useEffect(load, [load])
  const { pages, clips } = store
  const labels = {
    all: t({ message: 'All', context: 'clips' }),
    featured: t`Featured`,
    reported: t`Reported`,
    hidden: t({ message: 'Hidden', context: 'clips' }),
    failed: t({ message: 'Failed', context: 'clips' }),
  }
  const emptyTitles: Partial<Record<ModerationFilter, string>> = {
    featured: t`No featured clips yet`,
    reported: t`No open reports`,
  }
  return (
    <StudioPage title={t`Clips`} lede={<Trans>What viewers cut from your events, newest first.</Trans>}>
      <div className="moderation__tools">
        <Chips
          label={t`Show`}
          choices={FILTERS.map(value => ({ value, label: labels[value] }))}
          value={filter}
          onChange={value => show('filter', value === 'all' ? '' : value)}
        />
        <SearchField
          label={t`Search clips`}
          hint={t`Name of the clip`}
          value={search}
          onChange={words => show('q', words ?? '')}
        />
      </div>
      {filter === 'featured' ? <MissingSection home={clipsStore.shell.channel.settings.home} /> : null}
      <div aria-busy={pages.isBusy}>
        {pages.error && !pages.isLoaded ? (
          <ErrorState title={t`The clips could not be loaded`} onRetry={load} busy={pages.isBusy} />
        ) : !pages.isLoaded ? (
          <SkeletonCards count={8} />
        ) : clips.length ? (
          <ul className="moderation__list">
            {clips.map(clip => (
              <ModeratedClipCard key={clip.id} clip={clip} />
            ))}
          </ul>
        ) : filter === 'all' && !search ? (
          <EmptyState title={t`No clips yet`}>
            <Trans>Clips that viewers create appear here.</Trans>
          </EmptyState>
        ) : (
          <EmptyState
            title={(!search && emptyTitles[filter]) || t`No clips match these filters`}
            actions={
              <Button onClick={() => setParams({}, { replace: true })}>
                <Trans>Show all clips</Trans>
              </Button>
            }
          />
        )}
      </div>
      <LoadMore
        shown={pages.items.length}
        total={pages.total}
        busy={pages.nextPage.isBusy}
        onLoadMore={() => void pages.loadMore()}
      />
    </StudioPage>
  )
})

/** The notice that the home page has no section for featured clips, or nothing. */
function MissingSection({ home }: { home: readonly string[] }) {
  const canAdd = useOpenRooms().has('brand')
  if (home.includes('clips')) return null
  return (
    <p className="hint">
      <Trans>The home page has no section for featured clips, so nobody sees them.</Trans>{' '}
      {canAdd ? (
        <Link className="link" to="/studio/brand/home">
          <Trans>Add the section</Trans>
        </Link>
      ) : null}
    </p>
  )
}

function withParam(before: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(before)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
