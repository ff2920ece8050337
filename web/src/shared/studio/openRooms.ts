import { createContext, useContext } from 'react'

/** The paths of the rooms that the operator may open. */
const OpenRooms = createContext<ReadonlySet<string>>(new Set())

export const OpenRoomsProvider = OpenRooms.Provider

/** Return the paths of the rooms that the operator may open. A link to another room would lead nowhere. */
export const useOpenRooms = () => useContext(OpenRooms)
