import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Element } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'
import { countWords, lostWords, rootsOf } from '../../../../../tests/adversarial/kept-words.ts'
import type { Block } from './blocks.ts'
import { readBody, type JatsBody } from './body.ts'
import { attribute, nameOf } from '../model/nodes.ts'
import { parseJats } from '../model/parse.ts'
import { plainText, type Run, htmlOf } from '../model/runs.ts'
import { escapeText } from '../../../../contract/rules/text/plain-text.ts'
import { isLeftOut } from '../html/plain.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const FIXTURE = join(ROOT, 'tests/fixtures/jats/full-text.xml')
const folders = [join(ROOT, 'sample/articles'), process.env.TEST_ARTICLES].filter((folder) => folder !== undefined)
const articles = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.xml'))
    .map((name): [name: string, path: string] => [name, join(folder, name)]),
)
const parsed = (path: string) => parseJats(readFileSync(path))

/** Everything that the typesetter is given, as HTML. */
function textOf(body: JatsBody): string {
  const lines = (runs: Run[][]) => runs.map((one) => `<p>${htmlOf(one)}</p>`).join('')
  const block = (one: Block): string => {
    switch (one.kind) {
      case 'list':
        return lines(one.items)
      case 'figure':
        return `<p>${escapeText(one.label)}</p>${lines([one.caption])}`
      case 'table': {
        const { label, caption, head, body: rows, foot } = one.table
        return `<p>${escapeText(label)}</p>${lines([caption, ...[...head, ...rows].flat().map(({ runs }) => runs), ...foot])}`
      }
      case 'formula':
        return `<p>${escapeText(one.label)}</p>${lines([one.runs])}`
      default:
        return lines([one.runs])
    }
  }
  const references = body.references.map(({ label, runs }) => `<p>${escapeText(label)}</p>${lines([runs])}`)
  return [...body.blocks.map(block), ...body.back.map(block), ...references, lines(body.notes)].join('\n')
}

/** Formulas are written on one line, of identifiers only the DOI is printed, and the list has a title of its own. */
function isNotPrinted(element: Element): boolean {
  const name = nameOf(element)
  const parent = nameOf(element.parentNode as Element)
  return (
    isLeftOut(name) ||
    ['math', 'tex-math'].includes(name) ||
    (name === 'pub-id' && attribute(element, 'pub-id-type') !== 'doi') ||
    (name === 'title' && parent === 'ref-list')
  )
}

describe.each([['the fixture', FIXTURE], ...articles])('%s', (_name, path) => {
  test('the typesetter gets its words', () => {
    const document = parsed(path)
    const roots = rootsOf(document, 'body', 'floats-group', 'back')
    const lost = lostWords(roots, textOf(readBody(document)), isNotPrinted)
    expect(lost.slice(0, Math.max(0, lost.length - countWords(roots, isNotPrinted) / 1_000))).toEqual([])
  })
})

describe('the fixture', () => {
  const body = readBody(parsed(FIXTURE))
  const kinds = body.blocks.map((block) =>
    block.kind === 'table' ? block.table.label : block.kind === 'figure' ? block.label : block.kind,
  )

  test('has floats where they are first cited, and the rest at the end', () => {
    expect(kinds.indexOf('Figure 2')).toBeLessThan(kinds.indexOf('list'))
    expect(kinds.indexOf('Table 1')).toBe(kinds.indexOf('Figure 2') + 1)
    expect(kinds.slice(-2)).toEqual(['Table 3', 'Figure 9'])
  })

  test('has boxes, files and tables of which there is only a picture', () => {
    expect(kinds).toEqual(expect.arrayContaining(['Additional file 1', 'Movie 1', 'Table 2']))
    const headings = body.blocks.flatMap((block) => (block.kind === 'heading' ? [plainText(block.runs)] : []))
    expect(headings).toContain('Box 1 Forest and pasture')
  })

  test('has its references worded or composed, names told apart', () => {
    expect(body.references.map(({ runs }) => plainText(runs))).toEqual([
      'Hooker JD, Gray A, et al. (1877) Sedges of Kew. J Bot 3(2): 14–20. In Latin. https://doi.org/10.5555/(1)<2>.',
      'Mendel G, Nägeli C. Peas. Verh 1866. doi: https://doi.org/10.5555/peas.',
      'Anon. A book https://example.org/book Out of print.',
    ])
  })
})
