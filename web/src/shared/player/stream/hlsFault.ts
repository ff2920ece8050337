import type { ErrorData } from 'hls.js'
import type { Fault } from './retryPolicy'

/** Return the fault of an hls.js error, or null when hls.js recovers from the error itself. */
export function faultOfHlsError(
  data: Pick<ErrorData, 'fatal' | 'type' | 'details' | 'response'>,
): Fault | null {
  const status = data.response?.code
  if (status === 401 || status === 403) return 'forbidden'
  if (!data.fatal) return null
  if (data.details === 'manifestIncompatibleCodecsError' || data.details === 'bufferIncompatibleCodecsError')
    return 'unsupported'
  if (status === 404 || status === 410) return 'missing'
  return data.type === 'networkError' ? 'network' : 'media'
}

/** Return the URL of the request that failed, with its signature; empty when unknown. */
export function requestedUrl({ networkDetails }: Pick<ErrorData, 'networkDetails'>): string {
  if (!networkDetails) return ''
  return 'responseURL' in networkDetails ? networkDetails.responseURL : networkDetails.url
}
