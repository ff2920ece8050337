import { Plural, Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { formatPlayTime } from '@/shared/format/playTime'
import { useInterval } from '@/shared/hooks/useInterval'
import { LiveDot } from '@/shared/ui/LiveDot'
import type { CameraStore } from '../../stores/camera/CameraStore'
import { NORMAL_BACKLOG_SECONDS } from '../../stores/camera/ChunkSender'
import { useHealthFormat } from '../studio/health/useHealthFormat'
import { useBattery } from './useBattery'

const LOW_BATTERY = 0.2

/** What the line does: how long it is live, the quality, the upload rate, what waits, and the battery. */
export const CameraStats = observer(function CameraStats({ store }: { store: CameraStore }) {
  const battery = useBattery()
  return (
    <ul className="camera__stats">
      {store.phase === 'live' ? <Elapsed startedAt={store.startedAt} /> : null}
      {store.phase === 'done' ? (
        <li>
          <Trans>Everything is sent</Trans>
        </li>
      ) : null}
      {store.phase === 'live' ? <li data-testid="quality">{store.quality.name}</li> : null}
      {store.sender ? <LineStats store={store} /> : null}
      {battery ? (
        <li data-warning={(battery.level < LOW_BATTERY && !battery.charging) || undefined}>
          <Trans>Battery {Math.round(battery.level * 100)}%</Trans>
        </li>
      ) : null}
    </ul>
  )
})

const LineStats = observer(function LineStats({ store }: { store: CameraStore }) {
  const format = useHealthFormat()
  const { sender } = store
  if (!sender) return null
  const seconds = Math.round(sender.backlogSeconds)
  const rate =
    sender.uploadRate === null || sender.state === 'waiting' ? null : format.bitrate(sender.uploadRate)
  return (
    <>
      {rate === null ? null : <li>{rate}</li>}
      {seconds >= NORMAL_BACKLOG_SECONDS ? (
        <li data-warning="true" data-testid="backlog">
          <Plural value={seconds} one="# s behind" other="# s behind" />
        </li>
      ) : null}
    </>
  )
})

function Elapsed({ startedAt }: { startedAt: number }) {
  const [now, setNow] = useState(() => performance.now())
  useInterval(() => setNow(performance.now()), 1000)
  const time = formatPlayTime(Math.max(0, Math.floor((now - startedAt) / 1000)))
  return (
    <li className="camera__live">
      <LiveDot />
      <Trans>Live {time}</Trans>
    </li>
  )
}
