/** The green that the journal comes with. Its shades were chosen by hand: they are in `src/web/styles/tokens.css`. */
export const LEAF = '#1e6a3c'

/** Raised with every change of how shades are made: browsers keep a style sheet of the look for a year. */
const SHADES_VERSION = 1

/** The style sheet with the shades of a colour. */
export const lookPath = (colour: string): string => `/look-${colour.slice(1)}-${SHADES_VERSION}.css`
