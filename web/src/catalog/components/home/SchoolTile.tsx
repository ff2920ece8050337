import { Link } from 'react-router'
import type { Group } from '@/shared/shell'
import '@/shared/ui/School.css'

/** A school with its crest, and a link to its home page by alias, or by name if it has none (§2). */
export function SchoolTile({ group }: { group: Group }) {
  const to = `/?${new URLSearchParams({ school: group.alias || group.name })}`
  return (
    <Link
      className="school"
      to={to}
      style={{ '--team': group.color ?? 'var(--accent)' } as React.CSSProperties}
    >
      {group.images.logo ? (
        <img src={group.images.logo} alt="" width="200" height="200" loading="lazy" />
      ) : null}
      <strong>{group.name}</strong>
      {group.nickname ? <small>{group.nickname}</small> : null}
    </Link>
  )
}
