/**
 * What a page does as a plain document, before React or without it. It is loaded by every page, is small, and
 * stays in charge when React has come: each of these behaviours exists once.
 */
import { keepCitationStyle } from './citation-style.ts'
import { copyOnPress } from './copying.ts'
import { closeMenus } from './menus.ts'
import { prefetchLinks } from './prefetching.ts'
import { focusSearchOnSlash } from './slash-key.ts'
import { chooseTheme } from './theme.ts'
import { countIfLoadedAhead } from './viewed-ahead.ts'

closeMenus()
chooseTheme()
copyOnPress()
focusSearchOnSlash()
keepCitationStyle()
prefetchLinks()
countIfLoadedAhead()
