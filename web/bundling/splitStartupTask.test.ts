import { describe, expect, it } from 'vitest'
import { splitStartupTask } from './splitStartupTask.ts'

type RenderedChunk = { code: string } | null

describe('splitStartupTask', () => {
  const render = (name: string) => {
    const { renderChunk } = splitStartupTask() as unknown as {
      renderChunk(code: string, chunk: { name: string }): RenderedChunk
    }
    return renderChunk('import"./vendor.js";globalThis.begun="app";', { name })
  }

  it('starts the app in a later task than its imports', async () => {
    const [first = ''] = (render('main')?.code ?? '').split('\n')
    let isStarted = false
    const start = new Function('setTimeout', 'requestAnimationFrame', `return (async () => { ${first} })()`)
    const ticks: (() => void)[] = []
    const app = start(
      (tick: () => void) => ticks.push(tick),
      () => undefined,
    ).then(() => {
      isStarted = true
    })
    await Promise.resolve()
    expect(isStarted).toBe(false)
    ticks.forEach(tick => {
      tick()
    })
    await app
    expect(isStarted).toBe(true)
  })

  it('keeps the code of the app', () => {
    expect(render('main')?.code).toContain('globalThis.begun="app"')
  })

  it('does not change other chunks', () => {
    expect(render('ui')).toBeNull()
  })

  it('fails the build if the chunk does not exist', () => {
    const plugin = splitStartupTask() as unknown as {
      generateBundle(this: { error(message: string): never }): void
    }
    const error = (message: string) => {
      throw new Error(message)
    }
    expect(() => plugin.generateBundle.call({ error })).toThrow('No chunk is called main any more')
  })
})
