import Hls from 'hls.js/light'
import type { ConnectionMeter } from './ConnectionMeter'

/** The hls.js errors for a segment or a playlist that failed to load. */
const LOAD_ERROR = /^(?:manifest|level|audioTrack|frag|key)Load(?:Error|TimeOut)$/

/** Record the requests and errors of an hls.js instance in a meter. */
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
