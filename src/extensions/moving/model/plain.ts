import { repairedEncoding } from './encoding.ts'
import { codedIn } from './rows.ts'

/** What is no character of any text: NUL and most controls, halves of pairs, and the sign for a lost character. */
const NO_CHARACTERS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uFFFD-\uFFFF]|\p{Surrogate}/gu

/** A text as it is moved, and what had to be done to it. */
export interface Read {
  text: string
  /** Characters that were none. */
  removed: number
  /** How often it had been encoded twice. */
  layers: number
  isUnsure: boolean
}

/** A text of the old journal: its encoding repaired, then without what is no character. */
export function readText(value: string): Read {
  const { text: repaired, layers, isUnsure } = repairedEncoding(value)
  let removed = 0
  const text = repaired.replace(NO_CHARACTERS, () => {
    removed++
    return ''
  })
  return { text, removed, layers, isUnsure }
}

const NAMED: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0', shy: '\u00AD', hellip: '…', bull: '•' },
  ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
  ...{ laquo: '«', raquo: '»', deg: '°', micro: 'µ', plusmn: '±', times: '×', divide: '÷', middot: '·', minus: '−' },
  ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', mu: 'μ', lambda: 'λ', sup2: '²', sup3: '³', frac12: '½' },
  ...{
    le: '≤',
    ge: '≥',
    ne: '≠',
    copy: '©',
    reg: '®',
    trade: '™',
    sect: '§',
    para: '¶',
    ensp: '\u2002',
    thinsp: '\u2009',
  },
  ...{ aacute: 'á', agrave: 'à', acirc: 'â', auml: 'ä', atilde: 'ã', aring: 'å', aelig: 'æ', ccedil: 'ç' },
  ...{ eacute: 'é', egrave: 'è', ecirc: 'ê', euml: 'ë', iacute: 'í', icirc: 'î', iuml: 'ï', ntilde: 'ñ' },
  ...{ oacute: 'ó', ocirc: 'ô', ouml: 'ö', otilde: 'õ', oslash: 'ø', oelig: 'œ', szlig: 'ß', uacute: 'ú' },
  ...{ ugrave: 'ù', ucirc: 'û', uuml: 'ü', Eacute: 'É', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', Aring: 'Å', Oslash: 'Ø' },
}

/** Characters that were written as entities, once: what they make is not read again. Unknown names stay. */
export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,30}));/g, (entity, decimal, hex, name) => {
    if (name !== undefined) return codedIn(NAMED, name as string) ?? entity
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity
  })
