import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { useInterval } from '@/shared/hooks/useInterval'
import { parseRouteId } from '@/shared/routeId'
import { parseOverlayOptions } from '../../overlay'
import { overlayStore } from '../../stores/OverlayStore'

const POLL_MS = 1000
/** The clock of the game changes at most this late. */
const TICK_MS = 100

/** Return the options of the address, and the store of its event, which stays current. Use it in an observer. */
export function useOverlay() {
  const { i18n } = useLingui()
  const id = parseRouteId(useParams()) ?? 0
  const options = parseOverlayOptions(useLocation().search)
  const [store] = useState(() => overlayStore(id, options.token, i18n.locale))
  useEffect(() => void store.poll(), [store])
  useInterval(() => void store.poll(), POLL_MS)
  useInterval(() => store.tick(), TICK_MS)
  return { store, options }
}
