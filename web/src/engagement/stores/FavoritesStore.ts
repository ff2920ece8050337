import type { Api } from '@/shared/http/session'
import { EngagementApi } from '../api'
import type { Favorite, FavoriteType } from '../model'
import { OptimisticToggleStore } from './OptimisticToggleStore'

/** The teams, schools and sports that the viewer follows (§7). */
export class FavoritesStore extends OptimisticToggleStore<Favorite> {
  constructor(api: EngagementApi) {
    super({
      list: signal => api.favorites(signal),
      add: ({ type, id }) => api.addFavorite(type as FavoriteType, id),
      remove: ({ id }) => api.removeFavorite(id),
      targetOf: ({ favoritable_type, favoritable_id }) => ({ type: favoritable_type, id: favoritable_id }),
    })
  }
}

export const favoritesStore = (api: Api) => new FavoritesStore(new EngagementApi(api))
