import { describe, expect, it } from 'vitest'
import { afterLinkPath, externalLinkUrl } from './remoteAuth'

const remoteSettings = { auth: { remote_auth: 'https://accounts.example/devices' } }
const localSettings = { auth: { remote_auth: 0 as const } }

describe('linking a device', () => {
  it('links to the remote-auth target of the channel, or to active orders', () => {
    expect(afterLinkPath(remoteSettings)).toBe('https://accounts.example/devices')
    expect(afterLinkPath(localSettings)).toBe('/profile')
  })

  it('uses the target without a code, and this site with a code', () => {
    expect(externalLinkUrl(remoteSettings, null)).toBe('https://accounts.example/devices')
    expect(externalLinkUrl(remoteSettings, 'K7QM42')).toBeNull()
    expect(externalLinkUrl(localSettings, null)).toBeNull()
  })
})
