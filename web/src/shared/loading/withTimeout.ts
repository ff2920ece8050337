import { CHUNK_LOAD_TIMEOUT_MS } from '../constants'

/** Reject if a chunk does not load in time, so that the page can show an error instead of waiting forever. */
export function withTimeout<T>(loading: Promise<T>, milliseconds = CHUNK_LOAD_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkTimeoutError()), milliseconds)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export class ChunkTimeoutError extends Error {
  override readonly name = 'ChunkTimeout'

  constructor() {
    super('A part of the page did not load in time')
  }
}
