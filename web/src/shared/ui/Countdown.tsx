import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { serverNow } from '@/shared/clock'
import './Countdown.css'

interface Props {
  /** The end of the countdown, in milliseconds since the epoch. */
  until: number
  /** Called once at the end, so that content can start automatically. */
  onDone?: () => void
}

/** A countdown in days, hours, minutes and seconds. */
export function Countdown({ until, onDone }: Props) {
  const { t } = useLingui()
  const [now, setNow] = useState(serverNow)
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  const isDone = left === 0

  useEffect(() => {
    if (isDone) return
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [isDone])

  useEffect(() => {
    if (isDone) onDone?.()
  }, [isDone, onDone])

  const days = Math.floor(left / 86_400)
  const hours = Math.floor(left / 3600) % 24
  const minutes = Math.floor(left / 60) % 60
  const seconds = left % 60
  const parts = [
    { unit: t`${plural(days, { one: 'day', other: 'days' })}`, value: String(days) },
    { unit: t`${plural(hours, { one: 'hour', other: 'hours' })}`, value: padTwo(hours) },
    { unit: t`${plural(minutes, { one: 'minute', other: 'minutes' })}`, value: padTwo(minutes) },
    { unit: t`${plural(seconds, { one: 'second', other: 'seconds' })}`, value: padTwo(seconds) },
  ]
  return (
    <div className="countdown" role="timer">
      {parts.map(({ unit, value }) => (
        <div key={unit}>
          <b>{value}</b>
          <span>{unit}</span>
        </div>
      ))}
    </div>
  )
}

const padTwo = (value: number) => String(value).padStart(2, '0')
