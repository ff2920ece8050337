import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { IconButton } from '@/shared/ui/IconButton'
import type { Favorite } from '../model'
import { useFavorites } from './useToggles'
import '@/shared/ui/School.css'

/** A followed team, school or sport: a crest that links to its games, and a button to unfollow it. */
export const FavoriteTile = observer(function FavoriteTile({ favorite }: { favorite: Favorite }) {
  const { t } = useLingui()
  const favorites = useFavorites()
  const { full_name: name, image, color, favoritable_type: type, favoritable_id: id } = favorite
  return (
    <li className="favorite">
      <Link
        className="school favorite__tile"
        to={homePath(favorite)}
        style={{ '--team': color ?? 'var(--accent)' } as CSSProperties}
      >
        {image ? <img src={image} alt="" width="200" height="200" loading="lazy" /> : null}
        <strong>{name}</strong>
      </Link>
      <IconButton
        className="favorite__remove"
        icon="heart"
        pressed
        label={t`Unfollow ${name}`}
        onClick={() => void favorites.toggle({ type, id })}
      />
    </li>
  )
})

/** Return the home page of a favorite, by alias or name (§2). A sport uses its id. */
function homePath({ favoritable_type, favoritable_id, alias, name }: Favorite): string {
  if (favoritable_type === 'category') return `/?category_id=${favoritable_id}`
  const key = favoritable_type === 'participant' ? 'team' : 'school'
  return `/?${new URLSearchParams({ [key]: alias || name })}`
}
