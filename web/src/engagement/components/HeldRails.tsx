import { Rail } from '@/shared/ui/Rail'
import { useEngagement } from '../context'
import { HELD } from '../keptNames'

/** The room of a viewer's own rails on the home page, until they are there: as many as on the last visit. */
export function HeldRails() {
  const { storage, viewer } = useEngagement().shell
  const count = viewer.id === null ? 0 : (storage.get<number>(HELD) ?? 0)
  return Array.from({ length: count }, (_, index) => <Rail key={`held-${index}`} title="…" busy />)
}
