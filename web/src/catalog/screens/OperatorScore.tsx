import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useMemo } from 'react'
import { Navigate, useParams } from 'react-router'
import { parseRouteId } from '@/shared/routeId'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { ScorerScreen } from '../components/scoring/ScorerScreen'
import { useCatalog } from '../context'
import { studioTimeline } from '../scorerApi'
import { ScorerStore } from '../stores/scoring/ScorerStore'

/** The screen `/studio/events/:id/score`: the scorer page for operators, by their own key. */
export default function OperatorScore() {
  const id = parseRouteId(useParams())
  return id === null ? <Navigate to="/404" replace /> : <EventScreen key={id} id={id} />
}

const EventScreen = observer(function EventScreen({ id }: { id: number }) {
  const { t } = useLingui()
  const { api, storage } = useCatalog().shell
  const store = useMemo(() => new ScorerStore(studioTimeline(api, id), storage), [api, storage, id])
  return (
    <ScorerScreen
      store={store}
      ended={
        <EmptyState
          icon="lock"
          title={t`You can’t keep the score of this event`}
          actions={
            <LinkButton to="/studio">
              <Trans>Back to the studio</Trans>
            </LinkButton>
          }
        >
          <Trans>Ask an owner of the channel to assign it.</Trans>
        </EmptyState>
      }
    />
  )
})
