import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, fromState, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { TeamApi } from './teamApi'
import { refusalOf, viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, eachLike, integer, regex, string } = MatchersV3

const TEAM = '/api/studio/team'
const MEMBER = 71
const INVITATION = 72
const apiAt = (host: string) => new TeamApi(sessionAt(host))
const role = regex('^(owner|producer|scorekeeper|support|analyst)$', 'analyst')
const memberBody = {
  account_id: integer(MEMBER),
  email: string('ben@example.com'),
  name: string('Ben Moreau'),
  role,
  two_factor: boolean(false),
}
const invitationBody = {
  id: integer(INVITATION),
  email: string('coach@example.com'),
  role,
  expires_at: regex('^[0-9T:.-]+Z$', '2026-11-28T18:00:00Z'),
}

const ownerInteraction = () =>
  viewerInteraction().given('an owner with a team', {
    email: EMAIL,
    member_id: MEMBER,
    invitation_id: INVITATION,
  })

describe('the team', () => {
  it('is returned with its members and invitations', async () => {
    await ownerInteraction()
      .uponReceiving('a request for the team')
      .withRequest('GET', TEAM, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: { members: atLeastOneLike(memberBody), invitations: eachLike(invitationBody) },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).team()).members[0]?.two_factor).toBe(false)
      })
  })

  it('gives a member another role', async () => {
    await ownerInteraction()
      .uponReceiving('a request to change the role of a member')
      .withRequest('POST', `${TEAM}/${MEMBER}`, withBody({ role: 'support', _method: 'patch' }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...memberBody, role: 'support' } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).setRole(MEMBER, 'support')).role).toBe('support')
      })
  })

  it('assigns events to a scorekeeper', async () => {
    const body = { event_ids: [4], _method: 'patch' }
    await ownerInteraction()
      .given('a scorekeeper', { member_id: MEMBER })
      .uponReceiving('a request to assign events to a scorekeeper')
      .withRequest('POST', `${TEAM}/${MEMBER}`, withBody(body))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...memberBody, role: 'scorekeeper', event_ids: [4] } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).setEvents(MEMBER, [4])).event_ids).toEqual([4])
      })
  })

  it('loses a member', async () => {
    await ownerInteraction()
      .uponReceiving('a request to remove a member')
      .withRequest('DELETE', `${TEAM}/${MEMBER}`, withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).remove(MEMBER))
  })

  it('invites an address', async () => {
    await ownerInteraction()
      .uponReceiving('a request to invite an address')
      .withRequest('POST', `${TEAM}/invitations`, withBody({ email: 'new@example.com', role: 'producer' }))
      .willRespondWith(201, response =>
        response.jsonBody({ data: { ...invitationBody, email: 'new@example.com', role: 'producer' } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).invite('new@example.com', 'producer')).role).toBe('producer')
      })
  })

  it('sends an invitation again', async () => {
    await ownerInteraction()
      .uponReceiving('a request to send an invitation again')
      .withRequest('POST', `${TEAM}/invitations/${INVITATION}/resend`, withBody({}))
      .willRespondWith(200, response => response.jsonBody({ data: invitationBody }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).resend(INVITATION)).id).toBe(INVITATION)
      })
  })

  it('revokes an invitation', async () => {
    await ownerInteraction()
      .uponReceiving('a request to revoke an invitation')
      .withRequest('DELETE', `${TEAM}/invitations/${INVITATION}`, withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).revoke(INVITATION))
  })
})

describe('an invitation', () => {
  const ACCEPT = '/api/studio/invitations/accept'
  const token = 'a'.repeat(64)

  it('is accepted with its token', async () => {
    await viewerInteraction()
      .given('an invitation of the viewer', { email: EMAIL })
      .uponReceiving('a request to accept an invitation')
      .withRequest('POST', ACCEPT, withBody({ token: fromState('token', token) }))
      .willRespondWith(200, response => response.jsonBody({ data: { role: 'analyst' } }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).accept(token)).toBe('analyst')
      })
  })

  it('is refused if it was revoked', async () => {
    const code = 'errors.invitation_invalid'
    await viewerInteraction()
      .uponReceiving('a request to accept a revoked invitation')
      .withRequest('POST', ACCEPT, withBody({ token }))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).accept(token)).rejects.toMatchObject({ status: 400, code })
      })
  })
})
