import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { shortcutKey } from '@/shared/shortcutKey'
import { REQUESTS_PATH } from '../../requestsUrl'
import type { RequestsStore } from '../../stores/RequestsStore'

const STEPS: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }
const TEXT_FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"]'

/** Open the next request with J and the one before with K, unless the operator is writing. */
export function useRequestKeys(store: RequestsStore, id: number | null): void {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = STEPS[shortcutKey(event)]
      const isWriting = event.target instanceof Element && event.target.closest(TEXT_FIELDS)
      if (!step || isWriting || event.ctrlKey || event.metaKey || event.altKey) return
      const next = store.neighbor(id, step)
      if (next) void navigate(`${REQUESTS_PATH}/${next.id}?${search}`)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [store, id, search, navigate])
}
