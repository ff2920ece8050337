import { describe, expect, it } from 'vitest'
import { breath } from './breath.ts'

type Piece = { code: string } | null

describe('breath', () => {
  const render = (name: string) => {
    const { renderChunk } = breath() as unknown as {
      renderChunk(code: string, chunk: { name: string }): Piece
    }
    return renderChunk('import"./vendor.js";globalThis.begun="app";', { name })
  }

  it('lets the app begin a task after what it imports', async () => {
    const [first = ''] = (render('main')?.code ?? '').split('\n')
    let waited = false
    const begun = new Function('setTimeout', 'requestAnimationFrame', `return (async () => { ${first} })()`)
    const ticks: (() => void)[] = []
    const app = begun(
      (tick: () => void) => ticks.push(tick),
      () => undefined,
    ).then(() => {
      waited = true
    })
    await Promise.resolve()
    expect(waited).toBe(false)
    ticks.forEach(tick => {
      tick()
    })
    await app
    expect(waited).toBe(true)
  })

  it('leaves every other piece as it is', () => {
    expect(render('ui')).toBeNull()
  })

  it('fails the build when there is no such piece', () => {
    const plugin = breath() as unknown as { generateBundle(this: { error(said: string): never }): void }
    const error = (said: string) => {
      throw new Error(said)
    }
    expect(() => plugin.generateBundle.call({ error })).toThrow('No chunk is called main any more')
  })
})
