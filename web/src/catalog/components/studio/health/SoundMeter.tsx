import { useLingui } from '@lingui/react/macro'
import { useHealthFormat } from './useHealthFormat'

const MIN_DB = -60
const share = (db: number) => Math.min(1, Math.max(0, (db - MIN_DB) / -MIN_DB))

/** A sound meter as in OBS: the level of the last second, and its peak. */
export function SoundMeter({ level, peak }: { level: number | null; peak: number | null }) {
  const { t } = useLingui()
  const format = useHealthFormat()
  return (
    <div
      className="sound-meter"
      role="meter"
      aria-label={t`Sound level`}
      aria-valuemin={MIN_DB}
      aria-valuemax={0}
      aria-valuenow={level === null ? MIN_DB : Math.max(MIN_DB, Math.round(level))}
      aria-valuetext={level === null ? t`No sound` : format.level(level)}
    >
      <span className="sound-meter__level" style={{ width: `${share(level ?? MIN_DB) * 100}%` }} />
      {peak === null || peak <= MIN_DB ? null : (
        <span className="sound-meter__peak" style={{ insetInlineStart: `${share(peak) * 100}%` }} />
      )}
    </div>
  )
}
