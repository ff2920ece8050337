import { configure } from 'mobx'
import { expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { aTeam, createCatalogApi } from '../fakes'
import { TeamsStore } from './TeamsStore'

configure({ enforceActions: 'always' })

it('The teams of a channel are requested once', async () => {
  const server = new FakeServer().on('/api/participants', listResponse([aTeam(1)]))
  const teams = new TeamsStore(createCatalogApi(server))
  await Promise.all([teams.load(), teams.load()])
  await teams.load()
  expect(teams.list.value?.map(team => team.id)).toEqual([1])
  expect(server.requests).toHaveLength(1)
})
