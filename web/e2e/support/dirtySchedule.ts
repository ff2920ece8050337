/** A schedule as leagues write it: 200 games and ten kinds of dirt. */
export const GAMES = 200

/** The team that the file spells in its own way. */
export const UNKNOWN_TEAM = 'Northfeild'
/** The number of games of that team. */
export const UNKNOWN_GAMES = 10

/** The day of the game that the channel has already, at another time. */
export const KNOWN_DAY = '2027-06-11'
/** The line of the file with a day that does not exist. */
export const IMPOSSIBLE_LINE = GAMES + 3

const DAY_MS = 86_400_000

interface Changes {
  /** Lines without a row. */
  without?: readonly number[]
  /** Other times, by line. */
  times?: Readonly<Record<number, string>>
}

/**
 * Return the CSV file: separated by semicolons, with a byte order mark and Windows line ends. Most days could be
 * months, and 15/06 proves the order. Some times are blank, some statuses have another case, some cells have spaces
 * at their end. A team has an unknown name. The last lines are a duplicate and an impossible day.
 */
export function writeDirtySchedule({ without = [], times = {} }: Changes = {}): Buffer {
  const rows = Array.from({ length: GAMES }, (_, index) => {
    const line = index + 2
    const day = new Date(Date.UTC(2027, 5, 1) + index * DAY_MS).toISOString().slice(0, 10)
    const home = index % 20 === 5 ? UNKNOWN_TEAM : 'Harlan Falls'
    const away = index % 10 === 3 ? ' CEDAR RIDGE\u00a0 ' : 'Cedar Ridge'
    const time = times[line] ?? (index % 4 === 1 ? '' : '19:00')
    const status = index % 50 === 7 ? ' CANCELED ' : index % 50 === 8 ? 'Confirmed' : ''
    return [writeDay(day), time, home, away, status].join(';')
  })
  const kept = rows.filter((_, index) => !without.includes(index + 2))
  const lines = ['Date;Time;Home;Away;Status', ...kept, rows[0], '31/02/2028;19:00;Harlan Falls;Cedar Ridge;']
  return Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
}

const writeDay = (day: string) => day.split('-').toReversed().join('/')
