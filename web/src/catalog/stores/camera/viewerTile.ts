import type { Api } from '@/shared/http/session'
import { CatalogApi } from '../../api'
import { TileStore } from '../multiview/TileStore'

/** Return the store of an event's picture, as viewers see it. */
export const createViewerTile = (api: Api, eventId: number) => new TileStore(eventId, new CatalogApi(api))
