import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { EmptyState } from '@/shared/ui/states'
import { useCatalog } from '../../context'

interface Props {
  /** Whether the home page shows events, and whether it shows library items. */
  hasEvents: boolean
  hasLibrary: boolean
}

/** The notice of a new channel. It is shown once the events and the library have loaded and are empty. */
export const EmptyHome = observer(function EmptyHome({ hasEvents, hasLibrary }: Props) {
  const { t } = useLingui()
  const { home, shell } = useCatalog()
  const noEvents = !hasEvents || home.eventRails.value?.length === 0
  const noRails = home.libraryRails.value?.every(rail => rail.vod_media_items.length === 0)
  const noNewest = !shell.channel.settings.home.includes('library') || home.newestItems.value?.length === 0
  if (!noEvents || (hasLibrary && !(noRails && noNewest))) return null
  return (
    <div className="section">
      <EmptyState icon="tv" title={t`Opening soon`}>
        <Trans>Videos will appear here soon. Check back later.</Trans>
      </EmptyState>
    </div>
  )
})
