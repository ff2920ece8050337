import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { EmptyState } from '@/shared/ui/states'
import { useCatalog } from '../../context'

interface Props {
  /** Whether the home page shows games, and whether it shows films. */
  hasEvents: boolean
  hasLibrary: boolean
}

/** What the home page of a new channel says, once it is sure that there is nothing to watch. */
export const EmptyHome = observer(function EmptyHome({ hasEvents: games, hasLibrary }: Props) {
  const { t } = useLingui()
  const { home, shell } = useCatalog()
  const noGames = !games || home.eventRails.value?.length === 0
  const noRails = home.libraryRails.value?.every(rail => rail.vod_media_items.length === 0)
  const noNewest = !shell.channel.settings.home.includes('library') || home.newestItems.value?.length === 0
  if (!noGames || (hasLibrary && !(noRails && noNewest))) return null
  return (
    <div className="section">
      <EmptyState icon="tv" title={t`Opening soon`}>
        <Trans>Videos will appear here soon. Check back later.</Trans>
      </EmptyState>
    </div>
  )
})
