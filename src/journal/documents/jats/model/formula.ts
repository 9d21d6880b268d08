import type { Element } from '@xmldom/xmldom'
import { attribute, children, descendants, nameOf, nodesOf, isText, rawText } from './nodes.ts'
import { plainText, type Mark, type Run } from './runs.ts'

/** A formula as inline text: from MathML if there is any, otherwise from TeX. */
export function formulaRuns(formula: Element, marks: Mark[]): Run[] {
  const math = nameOf(formula) === 'math' ? formula : descendants(formula, 'math')[0]
  if (math) return rowRuns(children(math), marks)
  const tex = nameOf(formula) === 'tex-math' ? formula : descendants(formula, 'tex-math')[0]
  if (tex) return texRuns(tex.textContent ?? '', marks)
  // A formula set in ordinary markup: 'Y = a + bX'.
  return nodesOf(formula).flatMap((node): Run[] => {
    if (isText(node)) return [{ text: node.nodeValue ?? '', marks }]
    const name = node.nodeType === 1 ? nameOf(node as Element) : ''
    const mark = ({ italic: 'i', bold: 'b', sub: 'sub', sup: 'sup' } as const)[name as 'italic']
    if (name === '' || name === 'graphic' || name === 'inline-graphic' || name === 'label') return []
    return formulaRuns(node as Element, mark ? [...marks, mark] : marks)
  })
}

const rowRuns = (elements: Element[], marks: Mark[]): Run[] =>
  elements.flatMap((element, index) => termRuns(element, marks, elements[index - 1]))

/** Binary operators, printed with spaces around them. */
const BINARY = /^[=+−×÷±∓<>≤≥≪≫≈≃≅≡≠∼~∝→⇒∈·⋅*]$/
const WITH_ARGUMENTS = new Set('mrow mstyle mpadded menclose merror mtd'.split(' '))

function termRuns(element: Element, marks: Mark[], before: Element | undefined): Run[] {
  const parts = children(element)
  const one = (index: number, more: Mark[] = marks) => (parts[index] ? rowRuns([parts[index]], more) : [])
  const text = (words: string): Run => ({ text: words, marks })
  const name = nameOf(element)
  if (WITH_ARGUMENTS.has(name)) return rowRuns(parts, marks)
  switch (name) {
    case 'mi': {
      const letter = rawText(element)
      const italic = [...letter].length === 1 && attribute(element, 'mathvariant') !== 'normal' && !marks.includes('i')
      return [{ text: letter, marks: italic ? [...marks, 'i'] : marks }]
    }
    case 'mo': {
      const operator = rawText(element)
        .replace(/^-$/, '−')
        .replace(/[\u2061-\u2064]/g, '')
      const unary = !before || (nameOf(before) === 'mo' && !/[)\]]/.test(rawText(before)))
      return [text(BINARY.test(operator) && !unary ? ` ${operator} ` : operator === ',' ? ', ' : operator)]
    }
    case 'mn':
    case 'mtext':
    case 'ms':
      return [text(element.textContent ?? '')]
    case 'msup':
      return [...one(0), ...one(1, [...marks, 'sup'])]
    case 'msub':
    case 'munder':
      return [...one(0), ...one(1, [...marks, 'sub'])]
    case 'msubsup':
    case 'munderover':
      return [...one(0), ...one(1, [...marks, 'sub']), ...one(2, [...marks, 'sup'])]
    case 'mover':
      return overRuns(one(0), parts[1], marks)
    case 'mfrac':
      return [...grouped(one(0), marks), text('/'), ...grouped(one(1), marks)]
    case 'msqrt':
      return [text('√'), ...grouped(rowRuns(parts, marks), marks)]
    case 'mroot':
      return [...one(1, [...marks, 'sup']), text('√'), ...grouped(one(0), marks)]
    case 'mfenced': {
      const separators = [...(attribute(element, 'separators') || ',').replace(/\s/g, '')]
      const terms = parts.flatMap((part, index) => [
        ...(index ? [text(`${separators[Math.min(index, separators.length) - 1]} `)] : []),
        ...rowRuns([part], marks),
      ])
      return [text(attribute(element, 'open') || '('), ...terms, text(attribute(element, 'close') || ')')]
    }
    case 'mtable':
    case 'mtr':
      return parts.flatMap((part, index) => [
        ...(index ? [text(name === 'mtable' ? '; ' : ' ')] : []),
        ...rowRuns([part], marks),
      ])
    case 'mspace':
      return [text(' ')]
    case 'semantics':
      return one(0)
    case 'mphantom':
    case 'annotation':
    case 'annotation-xml':
      return []
    default:
      return rowRuns(parts, marks)
  }
}

const ACCENTS: Record<string, string> = {
  '^': '\u0302',
  '¯': '\u0304',
  '‾': '\u0304',
  '~': '\u0303',
  '˙': '\u0307',
  '→': '\u20d7',
}

function overRuns(base: Run[], over: Element | undefined, marks: Mark[]): Run[] {
  const sign = over ? rawText(over) : ''
  const accent = ACCENTS[sign]
  if (accent && plainText(base).length === 1) return base.map((run) => ({ ...run, text: run.text + accent }))
  return over ? [...base, ...rowRuns([over], [...marks, 'sup'])] : base
}

/** Brackets around a numerator, denominator or radicand of more than one term. */
function grouped(runs: Run[], marks: Mark[]): Run[] {
  const words = plainText(runs).trim()
  return /^[\p{L}\p{N}.,%]*$/u.test(words) || /^\([^()]*\)$/.test(words)
    ? runs
    : [{ text: '(', marks }, ...runs, { text: ')', marks }]
}

const SIGNS: Record<string, string> = {
  ...{
    alpha: 'α',
    beta: 'β',
    gamma: 'γ',
    delta: 'δ',
    epsilon: 'ε',
    eta: 'η',
    theta: 'θ',
    kappa: 'κ',
    lambda: 'λ',
    mu: 'μ',
  },
  ...{
    pi: 'π',
    rho: 'ρ',
    sigma: 'σ',
    tau: 'τ',
    phi: 'φ',
    chi: 'χ',
    psi: 'ψ',
    omega: 'ω',
    Delta: 'Δ',
    Sigma: 'Σ',
    Omega: 'Ω',
  },
  ...{
    times: ' × ',
    pm: '±',
    cdot: '·',
    leq: '≤',
    le: '≤',
    geq: '≥',
    ge: '≥',
    approx: '≈',
    sim: '∼',
    neq: '≠',
    infty: '∞',
  },
  ...{ circ: '°', degree: '°', to: '→', rightarrow: '→', sum: '∑', prime: '′', sqrt: '√' },
}

const [BEGIN, END] = ['\\begin{document}', '\\end{document}']

/** The body of a complete TeX document, or the TeX itself. */
function documentIn(tex: string): string {
  const begin = tex.indexOf(BEGIN)
  const end = tex.indexOf(END, begin)
  return begin < 0 || end < 0 ? tex : tex.slice(begin + BEGIN.length, end)
}

/** TeX as text: without preamble, commands and braces; symbols, Greek letters and superscripts are kept. */
function texRuns(tex: string, marks: Mark[]): Run[] {
  const plain = documentIn(tex)
    .replace(/\\(?:d?frac)\s*\{([^{}]*)\}\s*\{([^{}]*)\}/g, '$1/$2')
    .replace(/\\([A-Za-z]+)\s*/g, (_command, name: string) => SIGNS[name] ?? '')
    .replace(/\\[,;:! ]/g, ' ')
    .replace(/(?<!\\)[$~]/g, ' ')
  return plain.split(/([_^](?:\{[^{}]*\}|[^{}\s]))/).flatMap((part): Run[] => {
    const text = part.replace(/^[_^]/, '').replace(/\\([%&#_{}$])|[{}\\]/g, '$1')
    const mark: Mark[] = part.startsWith('^') ? ['sup'] : part.startsWith('_') ? ['sub'] : []
    return text ? [{ text, marks: [...marks, ...mark] }] : []
  })
}
