/** The frame of a player that is about to come, with its poster: nothing jumps. */
export function PlayerWait({ poster }: { poster: string | null }) {
  return (
    <div className="player" data-phase="loading" aria-busy="true">
      {poster ? <img className="player__poster" src={poster} alt="" fetchPriority="high" /> : null}
    </div>
  )
}
