/** A chunk that the server has not acknowledged. */
export interface StoredChunk {
  session: string
  number: number
  recording: number
  /** Hex. */
  sha256: string
  durationMs: number
  data: ArrayBuffer
}

/** A session of this phone that has chunks, or that may get some. */
export interface StoredSession {
  id: string
  eventKey: string
  startedAt: number
}

/** A stored chunk without its data. */
export interface ChunkInfo {
  number: number
  bytes: number
  durationMs: number
}

/** Keeps chunks until the server has them, also after the page was closed. */
export interface ChunkStore {
  addSession(session: StoredSession): Promise<void>
  /** Return the sessions of an event, oldest first. */
  listSessions(eventKey: string): Promise<StoredSession[]>
  /** Delete a session with its chunks. */
  removeSession(id: string): Promise<void>
  add(chunk: StoredChunk): Promise<void>
  /** Return the chunks of a session in order, without their data. */
  list(session: string): Promise<ChunkInfo[]>
  /** Return a chunk; null if it was deleted. */
  get(session: string, number: number): Promise<StoredChunk | null>
  /** Delete the chunks of a session before a number. */
  removeBefore(session: string, number: number): Promise<void>
}

export const describeChunk = ({ number, data, durationMs }: StoredChunk): ChunkInfo => ({
  number,
  bytes: data.byteLength,
  durationMs,
})

const DATABASE = 'touchline-camera'
const SESSIONS = 'sessions'
const CHUNKS = 'chunks'

/** Stores chunks in IndexedDB. Each channel has its own database. */
export class BrowserChunkStore implements ChunkStore {
  private database: Promise<IDBDatabase> | null = null

  constructor(
    private readonly prefix: string,
    private readonly factory: IDBFactory = indexedDB,
  ) {}

  async addSession(session: StoredSession): Promise<void> {
    await this.run(SESSIONS, 'readwrite', store => store.put(session))
  }

  async listSessions(eventKey: string): Promise<StoredSession[]> {
    const all: StoredSession[] = await this.run(SESSIONS, 'readonly', store => store.getAll())
    return all
      .filter(session => session.eventKey === eventKey)
      .sort((first, second) => first.startedAt - second.startedAt)
  }

  async removeSession(id: string): Promise<void> {
    await this.run(CHUNKS, 'readwrite', store => store.delete(chunkRange(id)))
    await this.run(SESSIONS, 'readwrite', store => store.delete(id))
  }

  async add(chunk: StoredChunk): Promise<void> {
    await this.run(CHUNKS, 'readwrite', store => store.put(chunk))
  }

  async get(session: string, number: number): Promise<StoredChunk | null> {
    const found: StoredChunk | undefined = await this.run(CHUNKS, 'readonly', store =>
      store.get([session, number]),
    )
    return found ?? null
  }

  async removeBefore(session: string, number: number): Promise<void> {
    await this.run(CHUNKS, 'readwrite', store => store.delete(chunkRange(session, number - 1)))
  }

  async list(session: string): Promise<ChunkInfo[]> {
    const database = await this.open()
    return new Promise((resolve, reject) => {
      const chunks: ChunkInfo[] = []
      const request = database
        .transaction(CHUNKS, 'readonly')
        .objectStore(CHUNKS)
        .openCursor(chunkRange(session))
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        const cursor = request.result
        if (!cursor) {
          resolve(chunks)
          return
        }
        chunks.push(describeChunk(cursor.value as StoredChunk))
        cursor.continue()
      }
    })
  }

  private async run<T>(
    name: string,
    mode: IDBTransactionMode,
    operation: (store: IDBObjectStore) => IDBRequest,
  ): Promise<T> {
    const database = await this.open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode)
      const request = operation(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request.result as T)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= new Promise((resolve, reject) => {
      const request = this.factory.open(`${this.prefix}:${DATABASE}`, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(SESSIONS, { keyPath: 'id' })
        request.result.createObjectStore(CHUNKS, { keyPath: ['session', 'number'] })
      }
      request.onerror = () => reject(request.error)
      request.onsuccess = () => resolve(request.result)
    })
    return this.database
  }
}

const chunkRange = (session: string, last: number = Number.MAX_SAFE_INTEGER) =>
  IDBKeyRange.bound([session, 0], [session, last])

/** Keeps chunks in memory: for browsers without storage, and for tests. They are lost with the page. */
export class MemoryChunkStore implements ChunkStore {
  private sessions = new Map<string, StoredSession>()
  private chunks: StoredChunk[] = []

  async addSession(session: StoredSession): Promise<void> {
    this.sessions.set(session.id, session)
  }

  async listSessions(eventKey: string): Promise<StoredSession[]> {
    return [...this.sessions.values()].filter(session => session.eventKey === eventKey)
  }

  async removeSession(id: string): Promise<void> {
    this.sessions.delete(id)
    this.chunks = this.chunks.filter(({ session }) => session !== id)
  }

  async add(chunk: StoredChunk): Promise<void> {
    this.chunks.push(chunk)
  }

  async list(session: string): Promise<ChunkInfo[]> {
    return this.chunks.filter(chunk => chunk.session === session).map(describeChunk)
  }

  async get(session: string, number: number): Promise<StoredChunk | null> {
    return this.chunks.find(chunk => chunk.session === session && chunk.number === number) ?? null
  }

  async removeBefore(session: string, number: number): Promise<void> {
    this.chunks = this.chunks.filter(chunk => chunk.session !== session || chunk.number >= number)
  }
}
