import { describe, expect, it } from 'vitest'
import { afterLink, linkElsewhere } from './remoteAuth'

const elsewhere = { auth: { remote_auth: 'https://accounts.example/devices' } }
const here = { auth: { remote_auth: 0 as const } }

describe('linking a device', () => {
  it('leads to the remote-auth target of the channel, or to active orders', () => {
    expect(afterLink(elsewhere)).toBe('https://accounts.example/devices')
    expect(afterLink(here)).toBe('/profile')
  })

  it('happens at the target for those who bring no code, and here for all others', () => {
    expect(linkElsewhere(elsewhere, null)).toBe('https://accounts.example/devices')
    expect(linkElsewhere(elsewhere, 'K7QM42')).toBeNull()
    expect(linkElsewhere(here, null)).toBeNull()
  })
})
