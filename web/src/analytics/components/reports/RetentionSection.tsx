import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { playTime } from '@/shared/format/playTime'
import { isNotFound } from '@/shared/http/errors'
import type { Retention } from '../../reports'
import { CurveChart } from './charts/CurveChart'
import { EventChoice } from './EventChoice'
import { Legend, Plot } from './Plot'
import { Nothing, Section } from './Section'
import { SkeletonReport } from './SkeletonReport'
import { useStudio } from './studio'
import { useCounted } from './useCounted'
import { useWrite } from './useWrite'

/** Where in a game viewers stayed and where they left, with the moments that they clipped. */
export const RetentionSection = observer(function RetentionSection() {
  const { t } = useLingui()
  const { store, shown, change } = useStudio()
  // The most watched, where nobody has chosen.
  const event = shown.event ?? store.by.event.value?.rows.find(row => row.id !== null)?.id ?? null
  useEffect(() => {
    if (event !== null) void store.retention.show(event)
  }, [store, event])
  const { value } = store.retention
  const choice = (
    <EventChoice
      label={t`Game`}
      all={t`The most watched game`}
      value={shown.event}
      name={value?.event.id === shown.event ? value?.event.name : null}
      onChange={chosen => change({ event: chosen })}
    />
  )
  const none = event === null && store.by.event.value !== null
  return (
    <div id="retention" tabIndex={-1}>
      <Section
        title={t`Where viewers stayed`}
        lede={t`How many of all who ever began a game were still there, minute by minute.`}
        report={none ? NONE : store.retention}
        file={event === null ? null : { path: `retention/${event}`, always: true }}
        tools={choice}
        nothing={({ views }) =>
          views === 0
            ? event === null
              ? t`Nobody watched a game in these days.`
              : t`Nobody has watched this game yet.`
            : null
        }
        apology={error =>
          isNotFound(error) ? <Nothing>{t`There is no such game on this channel.`}</Nothing> : null
        }
        skeleton={<SkeletonReport figures={0} />}
      >
        {retention => <Curve {...retention} />}
      </Section>
    </div>
  )
})

/** Where no game was watched, there is none to ask about. */
const NONE = {
  value: { views: 0 } as Retention,
  busy: false,
  error: null,
  again: async () => undefined,
}

function Curve({ event, points, moments, views }: Retention) {
  const { t } = useLingui()
  const write = useWrite()
  const counted = useCounted()
  const half = points.find(point => point.share < 0.5)
  const [count, share] = [counted.views(views), write.share(points.at(-1)?.share ?? 0)]
  const at = half ? playTime(half.position) : ''
  const summary = half
    ? t`Of ${count} half were gone by ${at}; ${share} stayed to the end.`
    : t`Of ${count} more than half stayed; ${share} to the end.`
  return (
    <>
      <Plot
        title={event.name}
        summary={summary}
        figures={{
          columns: [t`Place`, t`Views`, t`Of all`],
          rows: points.map(point => [
            playTime(point.position),
            write.count(point.views),
            write.share(point.share),
          ]),
        }}
        legend={
          <Legend
            lines={[
              { look: 'line', name: t`Still watching` },
              ...(moments.length > 0 ? [{ look: 'soft' as const, name: t`Moments, by number` }] : []),
            ]}
          />
        }
      >
        {label => (
          <CurveChart
            label={label}
            points={points}
            moments={moments}
            axis={write.share}
            say={point => ({
              title: playTime(point.position),
              lines: [t`${write.share(point.share)} still watching`, counted.views(point.views)],
            })}
          />
        )}
      </Plot>
      {moments.length > 0 ? <Moments moments={moments} /> : null}
    </>
  )
}

/** What viewers cut out of it most, by the numbers in the plot. */
function Moments({ moments }: Pick<Retention, 'moments'>) {
  return (
    <div className="stack">
      <h3 className="display h3">
        <Trans>Its moments</Trans>
      </h3>
      <ol className="moments">
        {moments.map(({ position, seconds, name, clips }, index) => (
          <li key={position}>
            <span className="moments__number tnum" aria-hidden="true">
              {index + 1}
            </span>
            <span className="moments__name">
              <strong>{name}</strong>
              <span className="muted tnum">
                {playTime(position)}–{playTime(position + seconds)}
              </span>
            </span>
            <span className="muted">
              <Plural value={clips} one="# clip" other="# clips" />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
