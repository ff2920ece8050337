import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { expect, test } from '@playwright/test'
import { violationsOn } from './support/axe'
import { ffmpegPath, openStream, publishStream, stopStream } from './support/live'
import { createEvent, ownChannelSlug } from './support/operator'
import { registerOperator } from './support/session'
import { SCREENS } from './support/studio'
import { translator } from './support/translations'

/** A name of its own for each run, so that a retry does not find the target of the first try. */
const RELAY = `Relay ${Date.now()}`
const CHANNEL = ownChannelSlug('restream')
const KEY = 'abcd-1234-secret'
const STATE_TIMEOUT = { timeout: 60_000 }
const programs: ChildProcess[] = []

/** Return a free port of this machine. */
const findFreePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Start a service that receives one stream by RTMP. */
function startService(port: number): ChildProcess {
  const source = ['-f', 'flv', '-listen', '1', '-i', `rtmp://127.0.0.1:${port}/live/${KEY}`]
  const service = spawn(
    ffmpegPath(),
    ['-nostdin', '-v', 'quiet', ...source, '-c', 'copy', '-f', 'null', '-'],
    {
      stdio: 'ignore',
    },
  )
  programs.push(service)
  return service
}

test.afterEach(() => {
  for (const program of programs.splice(0)) program.kill('SIGKILL')
})

for (const { language, width, tag } of SCREENS) {
  const say = translator(language)

  test(`an owner sends an event on to a service that drops and returns at ${width} px`, { tag }, async ({
    browser,
    request,
  }) => {
    test.setTimeout(300_000)
    const port = await findFreePort()
    const event = await createEvent(
      CHANNEL,
      'starts: now -1m, duration: 2h',
      undefined,
      undefined,
      'languages: [en, fr]\n',
    )
    const owner = await registerOperator(request, CHANNEL, 'owner')
    const context = await owner.openContext(browser, { width, language })
    const page = await context.newPage()

    await page.goto('/studio/restream')
    await page.getByRole('button', { name: say('Add target') }).click()
    await page.getByLabel(say('Service')).selectOption('other')
    await page.getByLabel(say('Name')).fill(RELAY)
    await page.getByLabel(say('Server URL')).fill(`rtmp://127.0.0.1:${port}/live`)
    await page.getByLabel(say('Stream key')).fill(KEY)
    await page.getByRole('button', { name: say('Save target') }).click()
    await expect(page.getByRole('heading', { level: 2, name: RELAY })).toBeVisible()
    await expect(page.getByText(KEY)).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])

    const stream = await openStream(event, CHANNEL)
    programs.push(await publishStream(stream))
    await page.goto(`/studio/schedule/${event}/live`)
    const restream = page.getByRole('listitem').filter({ hasText: RELAY })
    await restream.getByRole('checkbox').click()
    await expect(restream.getByText(say('Retrying'))).toBeVisible(STATE_TIMEOUT)

    const service = startService(port)
    await restream.getByRole('button').click()
    await expect(restream.getByText(say('Live'), { exact: true })).toBeVisible(STATE_TIMEOUT)
    expect(await violationsOn(page)).toEqual([])
    service.kill('SIGKILL')
    await expect(restream.getByText(say('Retrying'))).toBeVisible(STATE_TIMEOUT)
    startService(port)
    await expect(restream.getByText(say('Live'), { exact: true })).toBeVisible(STATE_TIMEOUT)

    await restream.getByRole('checkbox').click()
    await expect(restream.getByText(say('Turned off'), { exact: true })).toBeVisible(STATE_TIMEOUT)
    const [target] = await owner.send<{ id: number }[]>('GET', '/studio/restream-targets')
    await owner.send('DELETE', `/studio/restream-targets/${target?.id}`)
    await stopStream(stream, CHANNEL)
    await context.close()
  })
}
