import { Rail } from '@/shared/ui/Rail'
import { useEngagement } from '../context'
import { HOME_RAILS_KEY } from '../storageKeys'

/** The placeholders of the personal rails on the home page. Their number is that of the last visit. */
export function HomeRailsPlaceholder() {
  const { storage, viewer } = useEngagement().shell
  const count = viewer.id === null ? 0 : (storage.get<number>(HOME_RAILS_KEY) ?? 0)
  return Array.from({ length: count }, (_, index) => <Rail key={`held-${index}`} title="…" busy />)
}
