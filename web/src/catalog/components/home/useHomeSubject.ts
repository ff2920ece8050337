import { useEffect } from 'react'
import type { Group } from '@/shared/shell'
import { useCatalog } from '../../context'
import type { Filters } from '../../filters'
import type { Participant } from '../../model'
import type { SlideSubject } from '../../slides'

/** Whose page the home page is, as far as it is known: a team's, or a school's. */
export interface HomeSubject {
  school?: Group
  team?: Participant
}

const hasName = (name: string) => (thing: { alias: string | null; name: string }) =>
  thing.alias === name || thing.name === name

/** Finds the team or the school of an address, and asks for the teams beside it. */
export function useHomeSubject({ school, team, participant_id }: Filters): HomeSubject {
  const { home, teams, shell } = useCatalog()
  const { groups } = shell.channel
  const isTeam = team
    ? hasName(team)
    : participant_id
      ? (one: Participant) => one.id === Number(participant_id)
      : null
  const games = home.eventRails.value?.flatMap(rail => rail.events)
  const played = isTeam ? games?.flatMap(event => event.participants).find(isTeam) : undefined
  const listed = isTeam ? (home.teams.value?.find(isTeam) ?? teams.list.value?.find(isTeam)) : undefined
  // A list of teams says which teams it stands for; a game does not.
  const ofTeam = listed ?? played
  const ofSchool = school ? groups.find(hasName(school)) : groups.find(({ id }) => id === ofTeam?.group?.id)
  const alias = ofSchool ? ofSchool.alias || ofSchool.name : null
  const isUnlisted = isTeam !== null && games !== undefined && !(played && alias)

  useEffect(() => {
    if (alias) void home.loadTeams(alias)
  }, [home, alias])
  useEffect(() => {
    if (isUnlisted) void teams.load()
  }, [teams, isUnlisted])
  return { school: ofSchool, team: ofTeam }
}

/** Whose slides a home page shows: a school or team that is not known (yet) has none. */
export function toSlideSubject(
  filters: Filters,
  narrowed: boolean,
  { school, team }: HomeSubject,
): SlideSubject {
  if (team || filters.team || filters.participant_id) return { type: 'participant', id: team?.id ?? 0 }
  if (narrowed) return { type: 'group', id: school?.id ?? 0 }
  return filters.category_id ? { type: 'category', id: Number(filters.category_id) } : null
}
