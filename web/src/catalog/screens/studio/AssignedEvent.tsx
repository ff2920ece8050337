import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback } from 'react'
import { useParams } from 'react-router'
import { useLoad } from '@/shared/hooks/useLoad'
import { HttpError } from '@/shared/http/errors'
import { DetailList } from '@/shared/studio/DetailList'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { LinkButton } from '@/shared/ui/Button'
import { Picture } from '@/shared/ui/Picture'
import { EmptyState } from '@/shared/ui/states'
import { StatusBadge, useResultText } from '../../components/studio/schedule/eventTexts'
import { ScorePanel } from '../../components/studio/score/ScorePanel'
import { useStart } from '../../components/studio/today/useStart'
import { useCatalog } from '../../context'
import { todayStore } from '../../stores/studio/TodayStore'

const REFUSED = [403, 404]

/** `/studio/today/:id`: an event as its scorekeeper sees it. */
export default observer(function AssignedEvent() {
  const { t } = useLingui()
  const { id } = useParams()
  const { api } = useCatalog().resolve(todayStore)
  const formatStart = useStart()
  const load = useCallback((signal: AbortSignal) => api.assignedEvent(Number(id), signal), [api, id])
  const { value: event, error, retry } = useLoad(load)
  const formatResult = useResultText()
  return (
    <StudioPage
      title={event?.name ?? t`Event`}
      parent={{ to: '/studio/today', label: t`Today` }}
      lede={event ? <StatusBadge status={event.status} isRescheduled={event.is_rescheduled} /> : null}
      actions={
        event ? (
          <LinkButton icon="play" to={`/watch/${event.id}`}>
            <Trans>Watch page</Trans>
          </LinkButton>
        ) : null
      }
    >
      {error instanceof HttpError && REFUSED.includes(error.status) ? (
        <EmptyState icon="lock" title={t`This event is not assigned to you`}>
          <Trans>Ask an owner of the channel to assign it.</Trans>
        </EmptyState>
      ) : (
        <Loaded
          source={{ value: event, error, isBusy: false }}
          errorTitle={t`The event could not be loaded`}
          onRetry={retry}
        >
          {loaded => (
            <div className="stack stack--8">
              <div className="today__event panel">
                <span className="today__picture">
                  <Picture src={loaded.picture} width={1200} height={630} />
                </span>
                <DetailList
                  rows={[
                    [t`Start`, loaded.is_time_known ? formatStart(loaded) : t`Time to be announced`],
                    [t`Category`, loaded.category],
                    [t`Location`, loaded.location],
                    [t`Score`, formatResult(loaded)],
                  ]}
                />
              </div>
              <ScorePanel eventId={loaded.id} />
            </div>
          )}
        </Loaded>
      )}
    </StudioPage>
  )
})
