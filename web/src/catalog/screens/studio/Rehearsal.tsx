import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import { useInterval } from '@/shared/hooks/useInterval'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Loaded } from '@/shared/studio/Loaded'
import { StudioPage } from '@/shared/studio/StudioPage'
import { Badge } from '@/shared/ui/Badge'
import { Button, LinkButton } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { RehearsalSteps } from '../../components/studio/rehearsal/RehearsalSteps'
import { useRehearsalTexts } from '../../components/studio/rehearsal/useRehearsalTexts'
import { useCatalog } from '../../context'
import type { Rehearsal as RehearsalResult, RehearsalState } from '../../rehearsalApi'
import { rehearsalStore } from '../../stores/studio/RehearsalStore'
import '@/shared/ui/Panel.css'

const REFRESH_MS = 1_000
const TONES: Record<RehearsalState, 'plain' | 'live' | 'success' | 'danger'> = {
  queued: 'plain',
  running: 'live',
  passed: 'success',
  failed: 'danger',
  stopped: 'plain',
}

/** `/studio/rehearsal`: one press proves the whole chain before a game. */
export default observer(function Rehearsal() {
  const { t } = useLingui()
  const formatError = useErrorMessage()
  const store = useCatalog().resolve(rehearsalStore)
  const { current } = store
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  useInterval(load, current ? REFRESH_MS : null)
  return (
    <StudioPage
      title={t`Rehearsal`}
      lede={t`A test encoder sends a private event through the whole chain: stream, playback, purchase and recording. It takes about two minutes, viewers see nothing of it, and everything is removed afterwards.`}
      actions={
        current ? null : (
          <Button kind="primary" icon="play" busy={store.isBusy} onClick={() => void store.start()}>
            <Trans>Start rehearsal</Trans>
          </Button>
        )
      }
    >
      {store.error ? <FormError message={formatError(store.error)} /> : null}
      <Loaded source={store.rehearsals} errorTitle={t`The rehearsals could not be loaded`} onRetry={load}>
        {rehearsals => (
          <div className="stack stack--8">
            {rehearsals[0] ? <NewestRehearsal rehearsal={rehearsals[0]} /> : null}
            {rehearsals.length > 1 ? <EarlierResults rehearsals={rehearsals.slice(1)} /> : null}
          </div>
        )}
      </Loaded>
    </StudioPage>
  )
})

const NewestRehearsal = observer(function NewestRehearsal({ rehearsal }: { rehearsal: RehearsalResult }) {
  const store = useCatalog().resolve(rehearsalStore)
  return (
    <section className="panel stack">
      <div className="spread">
        <h2 className="display h3">
          <StartTime rehearsal={rehearsal} />
        </h2>
        <StateBadge state={rehearsal.state} />
      </div>
      <RehearsalSteps steps={rehearsal.steps} />
      {rehearsal.finished_at ? null : (
        <div className="cluster">
          <Button
            kind="danger"
            busy={store.isBusy}
            disabled={rehearsal.is_stop_requested}
            onClick={() => void store.stop()}
          >
            {rehearsal.is_stop_requested ? <Trans>Stopping…</Trans> : <Trans>Stop rehearsal</Trans>}
          </Button>
          {rehearsal.event_id ? (
            <LinkButton to={`/watch/${rehearsal.event_id}`} icon="eye">
              <Trans>Watch the test picture</Trans>
            </LinkButton>
          ) : null}
        </div>
      )}
    </section>
  )
})

const EarlierResults = ({ rehearsals }: { rehearsals: readonly RehearsalResult[] }) => (
  <section className="panel stack">
    <h2 className="display h3">
      <Trans>Earlier rehearsals</Trans>
    </h2>
    {rehearsals.map(rehearsal => (
      <details key={rehearsal.id} className="rehearsal__result">
        <summary>
          <StartTime rehearsal={rehearsal} />
          <StateBadge state={rehearsal.state} />
        </summary>
        <RehearsalSteps steps={rehearsal.steps} />
      </details>
    ))}
  </section>
)

const StateBadge = ({ state }: { state: RehearsalState }) => (
  <Badge tone={TONES[state]}>{useRehearsalTexts().states[state]}</Badge>
)

function StartTime({ rehearsal }: { rehearsal: RehearsalResult }) {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  return <>{formatDayAndTime(Date.parse(rehearsal.created_at), { language: i18n.locale, timeZone })}</>
}
