import type { Clip } from '../model'

/** The query parameter by which the page of a shared clip opens with its report dialog. */
export const REPORT = 'report'

/** The page of a shared clip with the report dialog open, for players in other sites' pages. */
export const reportPage = ({ id }: Pick<Clip, 'id'>, uuid: string): string => `/share/${id}/${uuid}?${REPORT}`
