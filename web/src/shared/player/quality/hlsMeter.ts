import Hls from 'hls.js/light'
import type { ConnectionMeter } from './ConnectionMeter'

/** Errors of hls.js that tell of a media file or a playlist which did not come. */
const LOAD_ERROR = /^(?:manifest|level|audioTrack|frag|key)Load(?:Error|TimeOut)$/

/** Lets a meter see what hls.js loads. */
export function attachMeter(hls: Hls, meter: ConnectionMeter): void {
  const { Events } = Hls
  hls.on(Events.FRAG_LOADING, (_, { frag }) => meter.addRequest(frag))
  hls.on(Events.FRAG_LOAD_EMERGENCY_ABORTED, (_, { frag }) => meter.addAborted(frag))
  hls.on(Events.MANIFEST_PARSED, (_, { levels }) => {
    meter.minBitrate = Math.min(...levels.map(({ bitrate }) => bitrate)) || null
  })
  hls.on(Events.LEVEL_LOADED, (_, { details }) =>
    meter.addPlaylist({ live: details.live, newest: details.edge, segmentSeconds: details.targetduration }),
  )
  hls.on(Events.ERROR, (_, { details, response }) => {
    if (LOAD_ERROR.test(details)) meter.addRefusal(response?.code ?? 0)
  })
}
