import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EncoderValues, StreamFault, StreamViewers } from '../../../streamHealthApi'
import { SoundMeter } from './SoundMeter'
import { useHealthFormat } from './useHealthFormat'

interface Props {
  values: EncoderValues
  faults: readonly StreamFault[]
  /** The viewers of the stream; null if they belong to another encoder or are unknown. */
  viewers: StreamViewers | null
}

/** The level below which the tile says that there is no sound. Digital silence is -120 dB. */
const SILENCE_DB = -90
/** The share of viewers with a stall from which the tile warns. */
const MAX_STALLED_SHARE = 0.1

/** The values of an encoder. The tone of a tile is that of its faults, so tiles and faults never disagree. */
export function EncoderTiles({ values, faults, viewers }: Props) {
  const { t } = useLingui()
  const format = useHealthFormat()
  const toneOf = (...codes: string[]): Tone => {
    const severities = faults.filter(({ code }) => codes.includes(code)).map(({ severity }) => severity)
    return severities.includes('error') ? 'error' : severities.length ? 'warning' : 'good'
  }
  const level = values.audio_level_db
  const { viewers: watching = null, stalled = null } = viewers ?? {}
  const hasStalls = watching !== null && (stalled ?? 0) > watching * MAX_STALLED_SHARE
  return (
    <dl className="health-tiles">
      <Tile
        label={t`Bitrate`}
        value={format.bitrate(values.bitrate)}
        tone={toneOf('no_data', 'slow_upload', 'low_bitrate')}
      />
      <Tile
        label={t`Frame rate`}
        value={values.frame_rate ? t`${format.one(values.frame_rate)} fps` : '—'}
        tone={toneOf('no_data', 'no_video', 'low_frame_rate')}
      />
      <Tile
        label={t`Keyframe interval`}
        value={values.keyframe_interval_ms ? format.seconds(values.keyframe_interval_ms) : '—'}
        tone={toneOf('keyframes')}
      />
      <Tile
        label={t`Dropped frames`}
        value={format.count(values.dropped_frames)}
        tone={toneOf('dropped_frames', 'low_bitrate')}
      />
      <Tile label={t`Late frames`} value={format.count(values.late_frames)} tone={toneOf('slow_upload')} />
      <Tile label={t`Sound and picture`} value={format.drift(values.av_drift_ms)} tone={toneOf('av_drift')} />
      <Tile label={t`Clock difference`} value={format.drift(values.clock_drift_ms)} tone={toneOf('clock')} />
      {viewers ? (
        <Tile
          label={t`Viewers`}
          value={watching === null ? t`Unknown` : format.count(watching)}
          note={stalled ? t`${format.count(stalled)} stalling` : undefined}
          tone={hasStalls ? 'warning' : 'good'}
        />
      ) : null}
      <Tile
        label={t`Sound level`}
        value={level === null || level <= SILENCE_DB ? t`No sound` : format.level(level)}
        tone={toneOf('silent', 'no_audio', 'low_level', 'clipping')}
        isWide
      >
        <SoundMeter level={level} peak={values.audio_peak_db} />
      </Tile>
    </dl>
  )
}

type Tone = 'good' | 'warning' | 'error'

interface TileProps {
  label: string
  value: string
  tone: Tone
  /** Replaces the word for the tone. */
  note?: string
  isWide?: boolean
  children?: ReactNode
}

function Tile({ label, value, tone, note, isWide, children }: TileProps) {
  const { t } = useLingui()
  const tones: Record<Tone, string> = { good: t`Good`, warning: t`Needs attention`, error: t`Problem` }
  return (
    <div className="health-tile" data-tone={tone} data-wide={isWide || undefined}>
      <dt>{label}</dt>
      <dd>
        <strong className="tabular-nums">{value}</strong>
        <span className={tone === 'good' && !note ? 'sr-only' : 'health-tile__tone'}>
          {note ?? tones[tone]}
        </span>
        {children}
      </dd>
    </div>
  )
}
