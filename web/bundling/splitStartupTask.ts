import type { Plugin } from 'vite'

/**
 * Wait for one task, like `scheduleTask.ts`: for a timer and for two frames, whichever comes first.
 *
 * The plugin adds the `await` after bundling. In the source, the bundler would split the initial bundle at it.
 */
const AWAIT =
  'await new Promise(done => { setTimeout(done); requestAnimationFrame(() => requestAnimationFrame(done)) });\n'

/**
 * The Vite plugin that runs the app's modules in a later task than its libraries.
 *
 * Both in one task would block the main thread of a phone for 60 to 80 ms (decision 49). The imports of a chunk run
 * before its first line, so an `await` there separates the two.
 */
export const splitStartupTask = (): Plugin => {
  let isFound = false
  return {
    name: 'split-startup-task',
    apply: 'build',
    renderChunk(code, { name }) {
      if (name !== 'main') return null
      isFound = true
      return { code: AWAIT + code, map: null }
    },
    generateBundle() {
      if (!isFound)
        this.error('No chunk is called main any more: the libraries and the app begin in one task.')
    },
  }
}
