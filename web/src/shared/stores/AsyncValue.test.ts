import { configure } from 'mobx'
import { expect, test } from 'vitest'
import { CanceledError } from '@/shared/http/errors'
import { AsyncValue } from './AsyncValue'

configure({ enforceActions: 'always' })

function deferred<Value>() {
  let give: (value: Value) => void = () => undefined
  let refuse: (error: unknown) => void = () => undefined
  const promise = new Promise<Value>((resolve, reject) => {
    give = resolve
    refuse = reject
  })
  return { promise, give, refuse }
}

test('a response is stored and the busy flag is cleared', async () => {
  const latest = new AsyncValue<string>()
  const loading = latest.load(async () => 'hockey')
  expect(latest.busy).toBe(true)
  await loading
  expect(latest).toMatchObject({ value: 'hockey', busy: false, error: null })
})

test('a late response to an old request is dropped', async () => {
  const latest = new AsyncValue<string>()
  const slow = deferred<string>()
  const old = latest.load(() => slow.promise)
  await latest.load(async () => 'new')
  slow.give('old')
  await old
  expect(latest).toMatchObject({ value: 'new', busy: false })
})

test('a newer request cancels the older one', async () => {
  const latest = new AsyncValue<string>()
  let given: AbortSignal | undefined
  const old = latest.load(signal => {
    given = signal
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new CanceledError())))
  })
  await latest.load(async () => 'new')
  await old
  expect(given?.aborted).toBe(true)
  expect(latest).toMatchObject({ value: 'new', error: null, busy: false })
})

test('an error is stored beside the last value, and the busy flag is cleared', async () => {
  const latest = new AsyncValue<string>()
  await latest.load(async () => 'first')
  const failure = new Error('no')
  await latest.load(() => Promise.reject(failure))
  expect(latest).toMatchObject({ value: 'first', busy: false, error: failure })
})

test('a reload repeats the request, and keeps the last value until the response', async () => {
  const latest = new AsyncValue<string>()
  let language = 'en'
  await latest.reload()
  await latest.load(async () => language)
  language = 'fr'
  const loading = latest.reload()
  expect(latest).toMatchObject({ value: 'en', busy: true })
  await loading
  expect(latest).toMatchObject({ value: 'fr', busy: false })
})

test('a caller that waits for a replaced request gets the newer response', async () => {
  const latest = new AsyncValue<string>()
  const slow = deferred<string>()
  const answers = [new Promise<string>(() => undefined), slow.promise]
  const first = latest.load(signal => {
    const cancelled = new Promise<string>((_, refuse) =>
      signal.addEventListener('abort', () => refuse(new CanceledError())),
    )
    return Promise.race([answers.shift() as Promise<string>, cancelled])
  })
  let answered = false
  void first.then(() => {
    answered = true
  })
  void latest.reload()
  await new Promise(resolve => setTimeout(resolve))
  expect(answered).toBe(false)
  slow.give('hockey')
  await first
  expect(latest.value).toBe('hockey')
})

test('clearing drops the value and the open request', async () => {
  const latest = new AsyncValue<string>()
  const slow = deferred<string>()
  const loading = latest.load(() => slow.promise)
  latest.clear()
  await latest.reload()
  slow.give('late')
  await loading
  expect(latest).toMatchObject({ value: null, busy: false })
})

test('a value is changed in place, and a change during a request is discarded', async () => {
  const latest = new AsyncValue<string>()
  latest.update(value => `${value}!`)
  expect(latest.state).toEqual({ kind: 'idle' })
  await latest.load(async () => 'hockey')
  latest.update(value => `${value}!`)
  expect(latest.state).toEqual({ kind: 'loaded', value: 'hockey!' })
  const failure = new Error('no')
  const loading = latest.load(() => Promise.reject(failure))
  expect(latest.state).toEqual({ kind: 'loading', value: 'hockey!' })
  latest.discardValue()
  await loading
  expect(latest.state).toEqual({ kind: 'failed', value: null, error: failure })
})
