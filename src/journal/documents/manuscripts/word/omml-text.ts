import type { Element } from '@xmldom/xmldom'
import { element, type Xml } from '../../../../platform/xml.ts'

const NUMBER = /^\d+(?:[.,]\d+)*/
const LETTER = /^\p{L}\p{M}*/u
const WORD = /^[\p{L}\p{M}]+/u

/** By what Word calls a script and a style; the rest is as MathML shows letters by itself. */
const VARIANTS: Record<string, string> = {
  ...{ 'roman p': 'normal', 'roman b': 'bold', 'roman i': '', 'roman bi': 'bold-italic' },
  ...{ 'script p': 'script', 'script b': 'bold-script', 'fraktur p': 'fraktur', 'fraktur b': 'bold-fraktur' },
  ...{ 'double-struck p': 'double-struck', 'sans-serif p': 'sans-serif', 'sans-serif b': 'bold-sans-serif' },
  ...{ 'sans-serif i': 'sans-serif-italic', 'sans-serif bi': 'sans-serif-bold-italic', 'monospace p': 'monospace' },
}

/** The letters, numbers and signs of a run of a formula. */
export function tokens(run: Element): Xml[] {
  const properties = children(run).find(({ localName }) => localName === 'rPr')
  const value = (name: string) => {
    const found = properties && children(properties).find(({ localName }) => localName === name)
    return found && (Array.from(found.attributes).find(({ localName }) => localName === 'val')?.value ?? '')
  }
  const text = children(run)
    .filter(({ localName }) => localName === 't')
    .map((each) => each.textContent ?? '')
    .join('')
  if (value('nor') !== undefined) return text ? [element('mml:mtext', {}, text.replaceAll(' ', '\u00a0'))] : []
  const style = value('sty') ?? (value('scr') === undefined ? 'i' : 'p')
  const variant = VARIANTS[`${value('scr') ?? 'roman'} ${style}`] ?? ''
  return split(text, variant)
}

function split(text: string, variant: string): Xml[] {
  const found: Xml[] = []
  const attributes = variant === '' ? {} : { mathvariant: variant }
  // Upright letters are a word, such as 'sin'; others are one quantity each.
  const letters = variant === 'normal' ? WORD : LETTER
  for (let rest = text; rest !== '';) {
    const next =
      NUMBER.exec(rest.slice(0, 100))?.[0] ??
      letters.exec(rest.slice(0, 100))?.[0] ??
      String.fromCodePoint(rest.codePointAt(0)!)
    rest = rest.slice(next.length)
    if (NUMBER.test(next)) found.push(element('mml:mn', variant && variant !== 'normal' ? attributes : {}, next))
    else if (letters.test(next)) found.push(element('mml:mi', attributes, next))
    else if (/\s/.test(next)) continue
    else found.push(element('mml:mo', {}, next === '-' ? '\u2212' : next))
  }
  return found
}

const children = (of: Element): Element[] =>
  Array.from(of.childNodes).filter((node) => node.nodeType === 1) as Element[]
