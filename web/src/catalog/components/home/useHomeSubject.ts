import { useEffect } from 'react'
import type { Group } from '@/shared/shell'
import { useCatalog } from '../../context'
import type { Filters } from '../../filters'
import type { Participant } from '../../model'
import type { SlideSubject } from '../../slides'

/** The school or team of a filtered home page, if it is known. */
export interface HomeSubject {
  school?: Group
  team?: Participant
}

const hasName = (name: string) => (item: { alias: string | null; name: string }) =>
  item.alias === name || item.name === name

/** Return the school or team of the filters, and load the other teams of the school. */
export function useHomeSubject({ school, team, participant_id }: Filters): HomeSubject {
  const { home, teams, shell } = useCatalog()
  const { groups } = shell.channel
  const isTeam = team
    ? hasName(team)
    : participant_id
      ? ({ id }: Participant) => id === Number(participant_id)
      : null
  const events = home.eventRails.value?.flatMap(rail => rail.events)
  const playingTeam = isTeam ? events?.flatMap(event => event.participants).find(isTeam) : undefined
  const listedTeam = isTeam ? (home.teams.value?.find(isTeam) ?? teams.list.value?.find(isTeam)) : undefined
  // A listed team has its season record. The team of an event does not.
  const foundTeam = listedTeam ?? playingTeam
  const foundSchool = school
    ? groups.find(hasName(school))
    : groups.find(({ id }) => id === foundTeam?.group?.id)
  const alias = foundSchool ? foundSchool.alias || foundSchool.name : null
  const isUnlisted = isTeam !== null && events !== undefined && !(playingTeam && alias)

  useEffect(() => {
    if (alias) void home.loadTeams(alias)
  }, [home, alias])
  useEffect(() => {
    if (isUnlisted) void teams.load()
  }, [teams, isUnlisted])
  return { school: foundSchool, team: foundTeam }
}

/** Return the subject of the slides of a filtered home page. ID 0 has no slides: the school or team is unknown. */
export function toSlideSubject(filters: Filters, { school, team }: HomeSubject): SlideSubject {
  if (team || filters.team || filters.participant_id) return { type: 'participant', id: team?.id ?? 0 }
  return { type: 'group', id: school?.id ?? 0 }
}
