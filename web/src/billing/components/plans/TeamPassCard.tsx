import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton } from '@/shared/ui/Button'
import type { Package, Team } from '../../model'
import { offerCheckoutPath, offerPrice } from '../../offers'
import { formatPrice, periodSuffix } from '../../price'
import { OwnedBadge } from './OwnedBadge'
import '@/shared/ui/Field.css'
import './Passes.css'

interface Props {
  pass: Package
  team: Team
  /** The name of the category, such as `Boys hockey`. */
  category: string | null
  isHeld: boolean
  watchPath: string
  canBuy: boolean
}

/** The card of a team pass, in the team's color. */
export function TeamPassCard({ pass, team, category, isHeld, watchPath, canBuy }: Props) {
  const { i18n } = useLingui()
  const price = offerPrice(pass)
  return (
    <article className="pass" style={{ '--team': team.color ?? 'var(--surface-3)' } as React.CSSProperties}>
      {team.images.logo ? (
        <img src={team.images.logo} alt="" width="200" height="200" loading="lazy" decoding="async" />
      ) : (
        <span className="pass__placeholder" />
      )}
      <div>
        <h3 className="display h3">{team.name}</h3>
        <p className="hint">{category ?? pass.name}</p>
      </div>
      <div className="spread pass__foot">
        {isHeld ? (
          <OwnedBadge type="package" watchPath={watchPath} />
        ) : (
          <>
            <strong className="tabular-nums">
              {formatPrice(price, i18n)} <span className="pass__term">{periodSuffix(price, i18n)}</span>
            </strong>
            {canBuy ? (
              <LinkButton size="s" to={offerCheckoutPath(pass, team)}>
                <Trans>Choose</Trans>
                <span className="sr-only">
                  , {team.name}, {category ?? pass.name}
                </span>
              </LinkButton>
            ) : null}
          </>
        )}
      </div>
    </article>
  )
}
