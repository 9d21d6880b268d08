import { journal } from '../../contract/journal.ts'
import { shadesFor } from '../../contract/rules/settings/colours.ts'

/**
 * The look of emails. Mail programs drop style sheets, so that each element carries its own style; the sheet
 * below only adds what an element cannot say for itself: small screens and the dark scheme.
 */
type Style = Record<string, string>

export const styled = (...styles: Style[]): string =>
  Object.entries(Object.assign({}, ...styles) as Style)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

// With single quotes, because styles are attribute values.
const SERIF = "Georgia,'Times New Roman',serif"
const SANS = "-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const PAPER = '#f5f5ef'
const INK = '#1a211b'
const MUTED = '#555e55'
const LINE = '#d3d7cb'

export const BODY: Style = { margin: '0', padding: '0', background: PAPER, color: INK }
export const GROUND: Style = { background: PAPER }
/** One column of 536 px of text. */
export const COLUMN: Style = {
  'max-width': '536px',
  margin: '0 auto',
  padding: '28px 32px 36px',
  'font-family': SANS,
  'font-size': '16px',
  'line-height': '1.55',
  'overflow-wrap': 'anywhere',
}
export const HEADER: Style = {
  margin: '0 0 28px',
  padding: '0 0 14px',
  'border-bottom': `1px solid ${LINE}`,
  'font-family': SERIF,
  'font-size': '18px',
  'line-height': '1.3',
  'font-weight': '700',
}
export const HEADER_LINK: Style = { color: INK, 'text-decoration': 'none' }
export const FOOTER: Style = {
  margin: '32px 0 0',
  padding: '16px 0 0',
  'border-top': `1px solid ${LINE}`,
  color: MUTED,
  'font-size': '14px',
  'line-height': '1.5',
}

export const PARAGRAPH: Style = { margin: '0 0 16px' }
/** What a person has written, for reading. */
export const READING: Style = { ...PARAGRAPH, 'font-family': SERIF, 'font-size': '17px' }
/** A paragraph that is a title. */
export const TITLE: Style = {
  margin: '0 0 16px',
  'font-family': SERIF,
  'font-size': '22px',
  'line-height': '1.25',
}
export const LIST: Style = { margin: '0 0 16px', padding: '0 0 0 22px' }
export const ITEM: Style = { margin: '0 0 8px' }
export const QUOTE: Style = {
  margin: '0 0 16px',
  padding: '0 0 0 16px',
  'border-left': `3px solid ${LINE}`,
  'font-family': SERIF,
  'font-size': '17px',
}
export const RULE: Style = { margin: '24px 0', border: '0', 'border-top': `1px solid ${LINE}` }
export const STRONG: Style = { 'font-weight': '600' }
export const BUTTON_PARAGRAPH: Style = { margin: '28px 0 24px' }
/** The journal's colour, in the light scheme and in the dark one. */
const shades = () => shadesFor(journal().look.colour)

export const link = (): Style => ({ color: shades().light.leaf })

const anyButton = (): Style => ({
  display: 'inline-block',
  'font-size': '16px',
  'line-height': '20px',
  'font-weight': '600',
  'text-decoration': 'none',
  padding: '12px 24px',
  border: `2px solid ${shades().light.leaf}`,
  'border-radius': '3px',
})
export const button = (): Style => ({
  ...anyButton(),
  background: shades().light.leaf,
  color: shades().light.onLeaf,
})
export const secondButton = (): Style => ({ ...anyButton(), color: shades().light.leaf })

/** `bg`, `in`, `mut`, `hair`, `btn` and `own` are the classes of the elements above. */
export function sheet(): string {
  const { leaf, onLeaf } = shades().dark
  return `
@media (max-width: 480px) {
  .in { padding: 20px 20px 28px !important }
  .btn { display: block !important; text-align: center }
}
@media (prefers-color-scheme: dark) {
  body, .bg { background: #111511 !important; color: #e7eae1 !important }
  .mut { color: #a4ac9f !important }
  .hair { border-color: #2e362e !important }
  a { color: ${leaf} !important }
  a.own { color: #e7eae1 !important }
  a.btn { border-color: ${leaf} !important }
  a.first { background: ${leaf} !important; color: ${onLeaf} !important }
}
`
}
