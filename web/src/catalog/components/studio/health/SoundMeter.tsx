const MIN_DB = -60
const share = (db: number) => Math.min(1, Math.max(0, (db - MIN_DB) / -MIN_DB))

/** A sound meter as in OBS: the level of the last second, and its peak. The text beside it says the level. */
export function SoundMeter({ level, peak }: { level: number | null; peak: number | null }) {
  return (
    <div className="sound-meter" aria-hidden="true">
      <span className="sound-meter__level" style={{ width: `${share(level ?? MIN_DB) * 100}%` }} />
      {peak === null || peak <= MIN_DB ? null : (
        <span className="sound-meter__peak" style={{ insetInlineStart: `${share(peak) * 100}%` }} />
      )}
    </div>
  )
}
