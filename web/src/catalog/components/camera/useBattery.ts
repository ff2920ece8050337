import { useEffect, useState } from 'react'

/** The battery of the phone, in browsers that tell. `level` is a share. */
export interface Battery {
  level: number
  charging: boolean
}

interface BatteryManager extends EventTarget, Battery {}

/** Return the battery; null where the browser does not tell. */
export function useBattery(): Battery | null {
  const [battery, setBattery] = useState<Battery | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const source = navigator as Navigator & { getBattery?: () => Promise<BatteryManager> }
    void source.getBattery?.().then(manager => {
      const read = () => setBattery({ level: manager.level, charging: manager.charging })
      if (signal.aborted) return
      read()
      manager.addEventListener('levelchange', read, { signal })
      manager.addEventListener('chargingchange', read, { signal })
    })
    return () => controller.abort()
  }, [])
  return battery
}
