import type { Plugin } from 'vite'

/** The two clocks of `scheduleTask.ts`; an `await` that is written there would have the bundler cut the first page to pieces. */
const AWAIT =
  'await new Promise(done => { setTimeout(done); requestAnimationFrame(() => requestAnimationFrame(done)) });\n'

/**
 * The app's own modules begin in a task behind that of the libraries they stand on: both in one hold a telephone up
 * for 60 to 80 ms (decision 49). What a chunk imports has begun before its first line.
 */
export const breath = (): Plugin => {
  let taken = false
  return {
    name: 'breath',
    apply: 'build',
    renderChunk(code, { name }) {
      if (name !== 'main') return null
      taken = true
      return { code: AWAIT + code, map: null }
    },
    generateBundle() {
      if (!taken) this.error('No chunk is called main any more: the libraries and the app begin in one task.')
    },
  }
}
