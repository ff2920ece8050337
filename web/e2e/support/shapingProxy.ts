import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform, type TransformCallback } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

/** A bad connection: bits per second, delay in one direction, and the share of packets that are lost once. */
export interface BadConnection {
  bitrate: number
  delayMs: number
  loss: number
}

const PACKET_BYTES = 1400
/** TCP sends a lost packet again after about this time. Nothing after it arrives earlier. */
const RETRANSMIT_MS = 250

/** A TCP proxy that behaves like a bad line. */
export class ShapingProxy {
  private readonly sockets = new Set<Socket>()
  private freeAt = 0
  private isCut = false
  private server: Server | null = null
  /** Bytes from the browser to the server. */
  sentBytes = 0

  constructor(
    private readonly target: { host: string; port: number },
    private readonly line: BadConnection,
  ) {}

  /** Listen on a free port and return it. */
  async listen(): Promise<number> {
    const server = createServer(client => this.accept(client))
    this.server = server
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as { port: number }).port
  }

  /** Cut all connections, and refuse new ones until `mend`. */
  cut(): void {
    this.isCut = true
    for (const socket of this.sockets) socket.destroy()
  }

  mend(): void {
    this.isCut = false
  }

  close(): void {
    this.cut()
    this.server?.close()
  }

  private accept(client: Socket): void {
    if (this.isCut) {
      client.destroy()
      return
    }
    const upstream = connect(this.target)
    for (const socket of [client, upstream]) {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(this.shape(true)).pipe(upstream)
    upstream.pipe(this.shape(false)).pipe(client)
  }

  private shape(isUpload: boolean): Transform {
    const send = (data: Buffer) => this.delay(data, isUpload)
    return new Transform({
      transform(data: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
        send(data).then(
          () => done(null, data),
          error => done(error as Error),
        )
      },
    })
  }

  /** Wait as long as the line takes. The phone's direction is the narrow one, and all connections share it. */
  private async delay(data: Buffer, isUpload: boolean): Promise<void> {
    if (!isUpload) {
      await wait(this.line.delayMs)
      return
    }
    this.sentBytes += data.length
    const packets = Math.ceil(data.length / PACKET_BYTES)
    const lost = Array.from({ length: packets }, () => Math.random()).filter(
      chance => chance < this.line.loss,
    )
    const ms = (data.length * 8000) / this.line.bitrate + lost.length * RETRANSMIT_MS
    this.freeAt = Math.max(Date.now(), this.freeAt) + ms
    await wait(this.freeAt - Date.now() + this.line.delayMs)
  }
}
