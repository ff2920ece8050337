import { useLingui } from '@lingui/react/macro'
import './Loader.css'

/** The channel's mark over a line that runs, while the channel itself is on its way. */
export function Loader({ logo }: { logo?: string | null }) {
  const { t } = useLingui()
  return (
    <div className="loader" role="status" aria-label={t`Loading`}>
      {logo ? <img src={logo} alt="" width="72" height="72" /> : null}
      <i />
    </div>
  )
}
