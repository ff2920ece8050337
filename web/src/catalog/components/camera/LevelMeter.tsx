import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { readLevel } from '../../camera/soundLevel'

interface Props {
  stream: MediaStream | null
  isMuted: boolean
}

/** The sound level of the microphone, as a bar that turns red when it is too loud. */
export function LevelMeter({ stream, isMuted }: Props) {
  const { t } = useLingui()
  const bar = useRef<HTMLMeterElement>(null)
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0 || typeof AudioContext === 'undefined') return
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    analyser.fftSize = 1024
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let frame = requestAnimationFrame(function draw() {
      analyser.getFloatTimeDomainData(samples)
      if (bar.current) bar.current.value = readLevel(samples)
      frame = requestAnimationFrame(draw)
    })
    // A browser may keep the sound suspended until the page is touched, and suspends it during a phone call.
    const listeners = new AbortController()
    const resume = () => {
      if (context.state !== 'running') void context.resume()
    }
    for (const event of ['pointerdown', 'visibilitychange'])
      document.addEventListener(event, resume, { signal: listeners.signal })
    return () => {
      listeners.abort()
      cancelAnimationFrame(frame)
      void context.close()
    }
  }, [stream])
  return (
    <meter
      ref={bar}
      className="camera__level"
      aria-label={isMuted ? t`Sound is muted` : t`Sound level`}
      min={0}
      max={1}
      low={0.05}
      high={0.92}
      optimum={0.5}
      value={0}
    />
  )
}
