import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, respondWithRefusal, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { MembersApi } from './membersApi'
import { instant, meta, viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, integer } = MatchersV3

const TEAM = 'harlan-falls-hockey'
const MEMBERS = `/api/studio/participants/${TEAM}/members`
const MEMBER = 31
const apiAt = (host: string) => new MembersApi(sessionAt(host))
const membersInteraction = () =>
  viewerInteraction(['an editor and a member of a team', { email: EMAIL, member_id: MEMBER }])

describe('the members of a team', () => {
  it('are found by a part of their address', async () => {
    const member = {
      id: integer(MEMBER),
      email: 'ada@example.org',
      added_at: instant,
      has_account: boolean(false),
    }
    await membersInteraction()
      .uponReceiving('a request to search the members of a team')
      .withRequest('GET', MEMBERS, withQuery({ search: 'ada@', offset: '0' }))
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(member, 1), meta }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(TEAM, 'ada@', 0)).items[0]?.email).toBe('ada@example.org')
      })
  })

  it('are added by a text, with the parts that are no addresses', async () => {
    const addresses = 'ada@example.org, bea@example.org\nCoach'
    const result = { added: 1, already_members: 1, problems: [{ line: 2, text: 'Coach' }] }
    await membersInteraction()
      .uponReceiving('a request to add members to a team')
      .withRequest('POST', MEMBERS, withBody({ addresses }))
      .willRespondWith(200, response => response.jsonBody({ data: result }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).add(TEAM, addresses)).toEqual(result)
      })
  })

  it('are removed one by one', async () => {
    await membersInteraction()
      .uponReceiving('a request to remove a member of a team')
      .withRequest('DELETE', `${MEMBERS}/${MEMBER}`, withQuery())
      .willRespondWith(204)
      .executeTest(async ({ url }) => {
        await apiAt(url).remove(TEAM, MEMBER)
      })
  })

  it('belong to a team of the channel', async () => {
    await membersInteraction()
      .uponReceiving('a request for the members of an unknown team')
      .withRequest('GET', '/api/studio/participants/nobody/members', withQuery({ offset: '0' }))
      .willRespondWith(404, response => respondWithRefusal(response, 404, 'errors.unknown_team'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).list('nobody', null, 0)).rejects.toMatchObject({
          code: 'errors.unknown_team',
        })
      })
  })
})
