import type { Device } from '../profileApi'

/** Return a device on which a viewer is logged in. */
export function aDevice(id: number, changes: Partial<Device> = {}): Device {
  return {
    id,
    name: 'Chrome on Windows',
    platform: 'desktop',
    country: 'US',
    last_seen_at: '2026-11-21T17:00:00Z',
    current: false,
    ...changes,
  }
}
