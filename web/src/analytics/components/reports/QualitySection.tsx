import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo } from 'react'
import type { Quality } from '../../reports'
import { BIN_MS, binned, isLast } from '../../startBins'
import { Change } from './Change'
import { BarsChart } from './charts/BarsChart'
import { DaysChart } from './charts/DaysChart'
import { EventChoice } from './EventChoice'
import { Figure, Figures } from './Figures'
import { Plot } from './Plot'
import { Section } from './Section'
import { Sides } from './Sides'
import { SkeletonReport } from './SkeletonReport'
import { useStudio } from './studio'
import { useCounted } from './useCounted'
import { useQuestion } from './useQuestion'
import { useWrite } from './useWrite'

/** How quickly it began to play, how often it stood still or failed, and whose side that was. */
export const QualitySection = observer(function QualitySection() {
  const { t } = useLingui()
  const { store, shown, change, tabs } = useStudio()
  const question = useQuestion()
  const event = shown.quality
  const asked = useMemo(() => ({ ...question, event }), [question, event])
  useEffect(() => void store.quality.show(asked), [store, asked])
  return (
    <Section
      title={t`How well it played`}
      report={store.quality}
      file={{ path: 'quality', event }}
      tools={
        tabs.includes('event') ? (
          <EventChoice
            label={t`Of which game`}
            all={t`Everything that was watched`}
            value={event}
            onChange={quality => change({ quality })}
          />
        ) : null
      }
      nothing={({ views }) => (views === 0 ? t`Nothing was watched in these days.` : null)}
      leftOut={({ left_out }) => left_out}
      skeleton={<SkeletonReport />}
    >
      {quality => (
        <>
          <Sums {...quality} />
          <div className="plots">
            <Starts {...quality} />
            <Sides sides={quality.sides} />
          </div>
          <Days {...quality} />
        </>
      )}
    </Section>
  )
})

function Sums({ startup, stalls, failures, bitrate, before }: Quality) {
  const { t } = useLingui()
  const write = useWrite()
  const counted = useCounted()
  const { median_ms: median, p95_ms: slow } = startup
  const seconds = (value: number | null) => (value === null ? '–' : write.seconds(value))
  const was = before?.startup_median_ms ?? null
  return (
    <Figures>
      <Figure
        name={t`Usual start`}
        value={seconds(median)}
        before={was === null ? null : write.seconds(was)}
        change={median === null ? null : <Change now={median} before={was} good="less" />}
        note={slow === null ? null : t`19 of 20 within ${write.seconds(slow)}`}
      />
      <Figure
        name={t`Views that stood still`}
        value={write.share(stalls.share)}
        before={before ? write.share(before.stall_share) : null}
        change={before ? <Change now={stalls.share} before={before.stall_share} good="less" /> : null}
        note={stalls.per_hour === null ? null : t`${write.one(stalls.per_hour)} per hour of watching`}
      />
      <Figure
        name={t`Views that failed`}
        value={write.share(failures.share)}
        before={before ? write.share(before.failure_share) : null}
        change={before ? <Change now={failures.share} before={before.failure_share} good="less" /> : null}
        note={counted.views(failures.views)}
      />
      <Figure
        name={t`Usual bit rate`}
        value={bitrate.median === null ? '–' : t`${write.one(bitrate.median / 1000)} Mbit/s`}
      />
    </Figures>
  )
}

/** How long starts took. */
function Starts({ startup: { steps, median_ms, p95_ms } }: Quality) {
  const { t } = useLingui()
  const write = useWrite()
  const bars = binned(steps).map(bin => {
    const [from, to] = [bin.from_ms, bin.from_ms + BIN_MS].map(edge => write.one(edge / 1000))
    return { name: isLast(bin) ? `${from}+` : `${from}–${to}`, value: bin.views }
  })
  const summary =
    median_ms === null || p95_ms === null
      ? t`No start was measured.`
      : t`Half of all starts took at most ${write.seconds(median_ms)}, and 19 of 20 at most ${write.seconds(p95_ms)}.`
  const counted = useCounted()
  return (
    <Plot
      title={t`Seconds until the first picture`}
      summary={summary}
      figures={{
        columns: [t`Seconds`, t`Views`],
        rows: bars.map(({ name, value }) => [name, write.count(value)]),
      }}
    >
      {label => (
        <BarsChart
          label={label}
          bars={bars}
          axis={write.short}
          say={({ name, value }) => ({ title: t`${name} seconds`, lines: [counted.views(value)] })}
        />
      )}
    </Plot>
  )
}

/** Stalls and failures, day by day. */
function Days({ days, stalls }: Quality) {
  const { t } = useLingui()
  const write = useWrite()
  const worst = days.reduce((most, day) => (day.stalls > most.stalls ? day : most), days[0] ?? NO_DAY)
  const counted = useCounted()
  const [day, count] = [worst.day && write.longDay(worst.day), counted.stalls(worst.stalls)]
  const start = (value: number | null) => (value === null ? '–' : write.seconds(value))
  return (
    <Plot
      title={t`Stalls by day`}
      summary={
        stalls.count > 0
          ? t`The picture stood still most on ${day}: ${count}.`
          : t`The picture never stood still.`
      }
      figures={{
        columns: [t`Day`, t`Stalls`, t`Failures`, t`Usual start`],
        rows: days.map(each => [
          write.fullDay(each.day),
          write.count(each.stalls),
          write.count(each.failures),
          start(each.startup_ms),
        ]),
      }}
    >
      {label => (
        <DaysChart
          label={label}
          look="bars"
          days={days.map(each => ({ day: each.day, value: each.stalls, before: null, beforeDay: null }))}
          day={write.day}
          axis={write.short}
          say={point => {
            const found = days.find(each => each.day === point.day) ?? NO_DAY
            return {
              title: write.longDay(point.day),
              lines: [
                counted.stalls(found.stalls),
                counted.failures(found.failures),
                t`Usual start: ${start(found.startup_ms)}`,
              ],
            }
          }}
        />
      )}
    </Plot>
  )
}

const NO_DAY = { day: '', startup_ms: null, stalls: 0, failures: 0 }
