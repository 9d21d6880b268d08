import type { LinksFunction } from 'react-router'
import stylesheet from '../styles/forms.css?url'

/** Of pages that do nothing without the site's scripts: these are started at once (`early-script.ts`). */
export const handle = { needsScripts: true }

/** The styles of pages with forms. */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }]
