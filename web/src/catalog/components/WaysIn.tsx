import { Trans } from '@lingui/react/macro'
import { useContext } from 'react'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../context'
import { type WaysInProps, WaysInShop } from '../waysIn'
import './WaysIn.css'

interface Props extends WaysInProps {
  /** Free for everybody with an account. */
  free: boolean
}

/** What opens a closed thing: logging in where that is enough, else what is on sale. */
export function WaysIn({ free, thing, anonymous }: Props) {
  const Shop = useContext(WaysInShop)
  if (free) return <FreeWithAccount anonymous={anonymous} />
  if (!Shop) return <Passes anonymous={anonymous} />
  return <Shop thing={thing} anonymous={anonymous} />
}

function FreeWithAccount({ anonymous }: { anonymous: boolean }) {
  return (
    <>
      <p>
        <Trans>Everybody with a free account can watch this.</Trans>
      </p>
      <div className="actions">{anonymous ? <LogIn leads /> : null}</div>
    </>
  )
}

/** Where nothing is sold on the page itself. A way that has no page is told, not linked. */
function Passes({ anonymous }: { anonymous: boolean }) {
  const { leadsSomewhere } = useCatalog().shell
  return (
    <>
      <p>
        <Trans>A pass of this channel opens it.</Trans>
      </p>
      <div className="actions">
        {leadsSomewhere('/packages') ? (
          <LinkButton kind="primary" size="l" to="/packages">
            <Trans>See passes</Trans>
          </LinkButton>
        ) : null}
        {anonymous ? <LogIn leads={false} /> : null}
      </div>
    </>
  )
}

function LogIn({ leads }: { leads: boolean }) {
  const { leadsSomewhere } = useCatalog().shell
  if (!leadsSomewhere('/login')) return null
  return (
    <LinkButton kind={leads ? 'primary' : 'outline'} size="l" to="/login">
      <Trans>Log in</Trans>
    </LinkButton>
  )
}
