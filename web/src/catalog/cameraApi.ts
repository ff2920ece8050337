import { HttpError, type Problem } from '@/shared/http/errors'
import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse } from '@/shared/http/session'

/** The phone camera of an event, and the chunk that the server needs next. */
export interface CameraStatus {
  state: '' | 'waiting' | 'live' | 'interrupted' | 'ending' | 'finished'
  fault: string
  /** The id of the newest session; empty if there is none. */
  session: string
  next_number: number
  published_number: number
  is_ended: boolean
}

/** The address of the camera page for a phone. The QR code is an SVG. */
export interface CameraAddress {
  url: string
  qr: string
  status: CameraStatus
}

/** A chunk to send. */
export interface SentChunk {
  number: number
  recording: number
  sha256: string
  data: ArrayBuffer
}

/** What the phone asks of the server. */
export interface CameraClient {
  status(signal?: AbortSignal): Promise<CameraStatus>
  start(session: string): Promise<CameraStatus>
  send(session: string, chunk: SentChunk, signal: AbortSignal): Promise<CameraStatus>
  end(session: string): Promise<CameraStatus>
  /** End the stream of the event, and make its recording. */
  stopStream(): Promise<void>
}

/** Return the address of the camera page of an event. */
export const cameraPath = (eventKey: string) => `/studio/camera/${encodeURIComponent(eventKey)}`

/** The client of an operator. */
export class CameraApi implements CameraClient {
  private readonly path: string
  private readonly event: string

  constructor(
    private readonly api: Api,
    eventKey: string,
    private readonly fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args),
  ) {
    this.event = `/studio/events/${encodeURIComponent(eventKey)}`
    this.path = `${this.event}/camera`
  }

  async status(signal?: AbortSignal): Promise<CameraStatus> {
    return (await this.address(signal)).status
  }

  /** Return the address of the camera page, and the state of the camera. */
  async address(signal?: AbortSignal): Promise<CameraAddress> {
    return (await this.api.get<ItemResponse<CameraAddress>>(this.path, {}, withoutGlobalError(signal))).data
  }

  async start(session: string): Promise<CameraStatus> {
    const path = `${this.path}/${session}`
    return (await this.api.put<ItemResponse<CameraStatus>>(path, {}, withoutGlobalError())).data
  }

  async end(session: string): Promise<CameraStatus> {
    const path = `${this.path}/${session}/end`
    return (await this.api.post<ItemResponse<CameraStatus>>(path, {}, withoutGlobalError())).data
  }

  async stopStream(): Promise<void> {
    await this.api.post(`${this.event}/stream/stop`, {}, withoutGlobalError())
  }

  /** Send the bytes of a chunk as they are, which the client for JSON cannot. */
  async send(session: string, chunk: SentChunk, signal: AbortSignal): Promise<CameraStatus> {
    const path = `/api${this.path}/${session}/chunks/${chunk.number}`
    const [url, query] = (await this.api.authorizedUrl(path)).split('?') as [string, string]
    const key = new URLSearchParams(query).get('api_key') ?? ''
    const details = new URLSearchParams({ recording: String(chunk.recording), sha256: chunk.sha256 })
    let response: Response
    try {
      response = await this.fetch(`${url}?${details}`, {
        method: 'PUT',
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${key}`,
          'Content-Type': 'application/octet-stream',
        },
        body: chunk.data,
        signal,
      })
    } catch {
      throw new HttpError(0, 'network', 'The server could not be reached')
    }
    if (!response.ok) throw await readProblem(response)
    return ((await response.json()) as ItemResponse<CameraStatus>).data
  }
}

async function readProblem(response: Response): Promise<HttpError> {
  const problem = ((await response.json().catch(() => null)) ?? {}) as Problem
  const { code = '', message = '', params } = problem
  const seconds = Number.parseInt(response.headers.get('Retry-After') ?? '', 10)
  const retryAfter = Number.isNaN(seconds) ? null : seconds
  return new HttpError(response.status, code, message, {}, retryAfter, null, null, params, problem)
}
