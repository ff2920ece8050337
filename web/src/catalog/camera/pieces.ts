/**
 * The largest chunk. The server waits 20 s for a whole chunk, so a line of 100 kbit/s still carries one.
 */
export const MAX_CHUNK_BYTES = 224 * 1024

/** A part of what a recorder wrote, and its share of the time. */
export interface Piece {
  data: Uint8Array<ArrayBuffer>
  durationMs: number
}

/** Return data in pieces of at most `MAX_CHUNK_BYTES`. Each has its share of `durationMs`. */
export function splitData(data: Uint8Array<ArrayBuffer>, durationMs: number): Piece[] {
  const pieces: Piece[] = []
  for (let start = 0; start < data.length; start += MAX_CHUNK_BYTES) {
    const piece = data.slice(start, start + MAX_CHUNK_BYTES)
    pieces.push({ data: piece, durationMs: (durationMs * piece.length) / data.length })
  }
  return pieces
}
