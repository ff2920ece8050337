import { Autocomplete } from '@base-ui/react/autocomplete'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import type { SearchItem } from './useSearchItems'

interface Props {
  item: SearchItem
  onSelect: (event: MouseEvent, item: SearchItem) => void
}

/** A search result: a link that is also an option of the list. */
export function SearchRow({ item, onSelect }: Props) {
  return (
    <Autocomplete.Item
      value={item}
      className="search-row"
      render={<Link to={item.to} tabIndex={-1} onClick={event => onSelect(event, item)} />}
    >
      <span className={cx('search-row__picture', item.wide && 'search-row__picture--wide')}>
        {item.image ? <img src={item.image} alt="" loading="lazy" /> : <Icon name="search" />}
      </span>
      <span className="search-row__text">
        <b>{item.name}</b>
        {item.description ? <small>{item.description}</small> : null}
      </span>
      {item.end ?? null}
    </Autocomplete.Item>
  )
}
