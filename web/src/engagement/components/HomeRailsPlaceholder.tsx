import { Rail } from '@/shared/ui/Rail'
import { useEngagement } from '../context'
import { HOME_RAILS_KEY } from '../storageKeys'

/** The room of a viewer's own rails on the home page, until they are there: as many as on the last visit. */
export function HomeRailsPlaceholder() {
  const { storage, viewer } = useEngagement().shell
  const count = viewer.id === null ? 0 : (storage.get<number>(HOME_RAILS_KEY) ?? 0)
  return Array.from({ length: count }, (_, index) => <Rail key={`held-${index}`} title="…" busy />)
}
