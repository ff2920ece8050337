import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { parseRouteId } from '@/shared/routeId'
import { inlineIcons } from '@/shared/ui/inlineIcons'
import { ErrorState } from '@/shared/ui/states'
import { EventPlayer } from '../components/watch/EventPlayer'
import { PrivateEvent } from '../components/watch/PrivateEvent'
import { useCatalog } from '../context'
import { eventStore } from '../stores/EventStore'
import '../components/watch/WatchArea.css'
import '../components/watch/Watch.css'

inlineIcons()

/** The screen `/watch_embed/{id}`: the player alone, for embedding in other sites. */
export default observer(function WatchEmbed() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const store = catalog.resolve(eventStore)
  const id = parseRouteId(useParams())
  const { event, detail } = store
  useDocumentTitle(event?.full_name ?? null)
  useEffect(() => {
    if (id !== null) void store.openWithoutNext(id)
  }, [store, id])

  if (id !== null && store.isPrivate(id)) {
    return <PrivateEvent isLoggedIn={catalog.shell.viewer.id !== null} />
  }
  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  if (!event && store.errorOf(id)) {
    return (
      <ErrorState
        title={t`The game could not be loaded`}
        onRetry={() => void store.refresh()}
        busy={detail.isBusy}
      />
    )
  }
  return (
    <div className="embed" aria-busy={!event || undefined}>
      <h1 className="sr-only" tabIndex={-1}>
        {event ? event.full_name : <Trans>Loading</Trans>}
      </h1>
      {event && event.id === id ? <EventPlayer key={id} event={event} /> : null}
    </div>
  )
})
