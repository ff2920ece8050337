import { describe, expect, it } from 'vitest'
import { HttpClient } from '@/shared/http/client'
import type { Api } from '@/shared/http/session'
import { ChannelApi } from './api'

const loadProject = (answer: () => Response) =>
  new ChannelApi({} as Api, new HttpClient(async () => answer())).project()

describe('the project file', () => {
  it('contains the server addresses', async () => {
    const hosts = { api_host: 'https://api.example' }
    expect(await loadProject(() => Response.json(hosts))).toEqual(hosts)
  })

  it('falls back to empty if it is missing, invalid or unreachable', async () => {
    expect(await loadProject(() => new Response('no', { status: 404 }))).toEqual({})
    expect(await loadProject(() => new Response('<html>'))).toEqual({})
    expect(await loadProject(() => Response.json(null))).toEqual({})
    expect(
      await loadProject(() => {
        throw new TypeError('offline')
      }),
    ).toEqual({})
  })
})
