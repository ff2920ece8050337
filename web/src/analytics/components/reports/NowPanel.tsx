import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { clock } from '@/shared/format/dates'
import { useRepeat } from '@/shared/hooks/useRepeat'
import { LiveDot } from '@/shared/ui/LiveDot'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import type { Now } from '../../reports'
import { BarsChart } from './charts/BarsChart'
import { Section } from './Section'
import { useStudio } from './studio'
import { useWrite } from './useWrite'

/** How often it is looked who watches. */
const EVERY_MS = 15_000
/** Of what is watched, so much is named. */
const NAMED = 4

/** Who watches at this moment, and who did in the last half hour. It looks again by itself while it is looked at. */
export const NowPanel = observer(function NowPanel() {
  const { t } = useLingui()
  const { store } = useStudio()
  const look = () => void (store.now.asked ? store.now.again() : store.now.show({}))
  useEffect(() => {
    void store.now.show({})
    const back = () => document.visibilityState === 'visible' && void store.now.again()
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [store])
  useRepeat(look, EVERY_MS)
  return (
    <Section
      title={t`Right now`}
      report={store.now}
      file={{ path: 'now', always: true }}
      nothing={() => null}
      skeleton={<SkeletonLine height={190} />}
    >
      {now => <Watching now={now} />}
    </Section>
  )
})

function Watching({ now: { viewers, things, minutes } }: { now: Now }) {
  const { t, i18n } = useLingui()
  const { timeZone } = useStudio()
  const write = useWrite()
  const most = Math.max(0, ...minutes.map(minute => minute.viewers))
  const summary =
    most > 0
      ? t`At most ${write.count(most)} at once in the last 30 minutes.`
      : t`Nobody watched in the last 30 minutes.`
  const at = (instant: string) => clock(Date.parse(instant), { language: i18n.locale, timeZone })
  return (
    <div className="panel panel--accent now">
      <p className="now__count">
        <strong className="display">{write.count(viewers)}</strong>
        <span className="now__what">
          {viewers > 0 ? <LiveDot /> : null}
          <span>
            <Plural value={viewers} one="viewer now" other="viewers now" />
          </span>
        </span>
      </p>
      <div className="now__minutes">
        <BarsChart
          small
          label={t`Viewers by minute. ${summary}`}
          bars={minutes.map(minute => ({ name: at(minute.at), value: minute.viewers }))}
          axis={write.short}
          say={({ name, value }) => ({ title: name, lines: [t`${write.count(value)} watching`] })}
        />
        <p className="muted">{summary}</p>
      </div>
      <div className="now__things">
        {things.length > 0 ? (
          <ul>
            {things.slice(0, NAMED).map(thing => (
              <li key={`${thing.kind}-${thing.id}`}>
                <span>{thing.name}</span>
                <strong className="tnum">{write.count(thing.viewers)}</strong>
              </li>
            ))}
          </ul>
        ) : (
          <p className="muted">
            <Trans>Nobody is watching at the moment. This looks again by itself.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}
