/**
 * The page's first line of script, and the styles of what the server has put into the page: its first picture.
 *
 * The picture is shown, and the app fetched once it is painted: on a slow line the two would wait for each other.
 */
import '@/shared/ui/styles/tokens.css'
import '@/shared/ui/styles/base.css'
import './Site.css'
import './first.css'
import '@/channel/components/Header.css'
import '@/channel/components/Brand.css'
import '@/shared/ui/Mark.css'
import '@/shared/ui/Button.css'
import '@/shared/ui/Badge.css'
import '@/shared/ui/Slides.css'
import '@/shared/player/stage.css'
import '@/catalog/components/Stage.css'
import '@/catalog/components/Gate.css'
import '@/shared/ui/Matchup.css'
import '@/shared/ui/Card.css'
import '@/shared/ui/Rail.css'
import '@/shared/ui/Chips.css'
import '@/shared/ui/Field.css'
import '@/catalog/components/Library.css'
import '@/catalog/components/Watch.css'
import '@/clips/components/ClipStage.css'
import '@/channel/components/auth/Auth.css'
import { showFirst } from './first'

const load = () => import('./main')
void showFirst(document).then(load, load)
