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
  bought: boolean
  watch: string
  sells: boolean
}

/** The card of a team pass, in the team's color. */
export function TeamPassCard({ pass, team, category, bought, watch, sells }: Props) {
  const { i18n } = useLingui()
  const price = offerPrice(pass)
  return (
    <article className="pass" style={{ '--team': team.color ?? 'var(--surface-3)' } as React.CSSProperties}>
      {team.images.logo ? (
        <img src={team.images.logo} alt="" width="200" height="200" loading="lazy" decoding="async" />
      ) : (
        <span className="pass__blank" />
      )}
      <div>
        <h3 className="display h3">{team.name}</h3>
        <p className="hint">{category ?? pass.name}</p>
      </div>
      <div className="spread pass__foot">
        {bought ? (
          <OwnedBadge type="package" watch={watch} />
        ) : (
          <>
            <strong className="tabular-nums">
              {formatPrice(price, i18n)} <span className="pass__term">{periodSuffix(price, i18n)}</span>
            </strong>
            {sells ? (
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
