import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { Emitter } from '@/shared/http/emitter'
import { StartUpStore } from './StartUpStore'

configure({ enforceActions: 'always' })

type Events = { apiKeyError: { final: boolean } }

function createStore(start: () => Promise<void>) {
  const events = new Emitter<Events>()
  return { events, startUp: new StartUpStore({ start, session: { events } }, () => 1_000) }
}

describe('starting', () => {
  it('shows the loader until the channel has loaded', async () => {
    const { startUp } = createStore(async () => undefined)
    expect(startUp.state.kind).toBe('loading')
    await startUp.run()
    expect(startUp.state.kind).toBe('ready')
  })

  it('shows the loader until the first screen has loaded', async () => {
    const { startUp } = createStore(async () => undefined)
    let resolveFirstScreen: () => void = () => undefined
    const run = startUp.run(new Promise(resolve => (resolveFirstScreen = resolve)))
    await new Promise(done => setTimeout(done))
    expect(startUp.state.kind).toBe('loading')
    resolveFirstScreen()
    await run
    expect(startUp.state.kind).toBe('ready')
  })

  it('fails when the channel cannot be loaded, and locks the reload for 60 s', async () => {
    const { startUp } = createStore(() => Promise.reject(new Error('down')))
    await startUp.run()
    expect(startUp.state).toEqual({ kind: 'failed', lockedUntil: 61_000 })
  })
})

describe('an API key error', () => {
  it('fails only after the retry has failed as well', async () => {
    const { events, startUp } = createStore(async () => undefined)
    await startUp.run()
    events.emit('apiKeyError', { final: false })
    expect(startUp.state.kind).toBe('ready')
    events.emit('apiKeyError', { final: true })
    expect(startUp.state.kind).toBe('failed')
  })
})
