import Hls from 'hls.js/light'
import type { LineMeter } from './LineMeter'

/** Errors of hls.js that tell of a media file or a playlist which did not come. */
const LOADS = /^(?:manifest|level|audioTrack|frag|key)Load(?:Error|TimeOut)$/

/** Lets a meter see what hls.js loads. */
export function measure(hls: Hls, meter: LineMeter): void {
  const { Events } = Hls
  hls.on(Events.FRAG_LOADING, (_, { frag }) => meter.asks(frag))
  hls.on(Events.FRAG_LOAD_EMERGENCY_ABORTED, (_, { frag }) => meter.gaveUp(frag))
  hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
    meter.least = Math.min(...levels.map(({ bitrate }) => bitrate)) || null
  })
  hls.on(Events.LEVEL_LOADED, (_, { details }) =>
    meter.playlist({ live: details.live, newest: details.edge, piece: details.targetduration }),
  )
  hls.on(Events.ERROR, (_, { details, response }) => {
    if (LOADS.test(details)) meter.refused(response?.code ?? 0)
  })
}
