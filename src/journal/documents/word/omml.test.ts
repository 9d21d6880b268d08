import { DOMParser } from '@xmldom/xmldom'
import { describe, expect, test } from 'vitest'
import { mr } from '../../../../tests/support/word-files.ts'
import { mathml } from './omml.ts'

const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

/** Without the prefix, which is on every element. */
function converted(omml: string): string {
  const root = new DOMParser().parseFromString(
    `<m:oMath ${M} ${W}>${omml}</m:oMath>`,
    'application/xml',
  ).documentElement!
  return mathml(root, 'inline')
    .source.replace(/^<mml:math xmlns:mml="http:\/\/www\.w3\.org\/1998\/Math\/MathML">/, '')
    .replace(/<\/mml:math>$/, '')
    .replaceAll('mml:', '')
}
const e = (content: string): string => `<m:e>${content}</m:e>`
const part = (name: string, content: string): string => `<m:${name}>${content}</m:${name}>`
const val = (name: string, value: string): string => `<m:${name} m:val="${value}"/>`
const [a, b, c] = ['a', 'b', 'c'].map((letter) => mr(letter)) as [string, string, string]
const [A, B, C] = ['<mi>a</mi>', '<mi>b</mi>', '<mi>c</mi>'] as [string, string, string]

describe('a formula of Word as MathML', () => {
  test.each([
    [
      'letters, numbers and signs',
      mr('2ab=3.5−x'),
      `<mrow><mn>2</mn>${A}${B}<mo>=</mo><mn>3.5</mn><mo>−</mo><mi>x</mi></mrow>`,
    ],
    ['a hyphen as a minus', mr('-1'), '<mrow><mo>−</mo><mn>1</mn></mrow>'],
    ['markup as text', mr('a<b'), `<mrow>${A}<mo>&lt;</mo>${B}</mrow>`],
    ['an upright word', mr('sin', val('sty', 'p')), '<mi mathvariant="normal">sin</mi>'],
    ['bold letters', mr('v', val('sty', 'b')), '<mi mathvariant="bold">v</mi>'],
    ['double-struck letters', mr('R', val('scr', 'double-struck')), '<mi mathvariant="double-struck">R</mi>'],
    ['text in a formula', mr('if and', '<m:nor/>'), '<mtext>if\u00a0and</mtext>'],
    ['a letter beyond the first plane', mr('𝑥'), '<mi>𝑥</mi>'],
    ['a fraction', `<m:f>${part('num', a)}${part('den', b + c)}</m:f>`, `<mfrac>${A}<mrow>${B}${C}</mrow></mfrac>`],
    [
      'a fraction without a bar',
      `<m:f><m:fPr>${val('type', 'noBar')}</m:fPr>${part('num', a)}${part('den', b)}</m:f>`,
      `<mfrac linethickness="0">${A}${B}</mfrac>`,
    ],
    [
      'a skewed fraction',
      `<m:f><m:fPr>${val('type', 'skw')}</m:fPr>${part('num', a)}${part('den', b)}</m:f>`,
      `<mfrac bevelled="true">${A}${B}</mfrac>`,
    ],
    [
      'a fraction in a line',
      `<m:f><m:fPr>${val('type', 'lin')}</m:fPr>${part('num', a)}${part('den', b)}</m:f>`,
      `<mrow>${A}<mo>/</mo>${B}</mrow>`,
    ],
    [
      'a square root',
      `<m:rad><m:radPr>${val('degHide', '1')}</m:radPr><m:deg/>${e(a + b)}</m:rad>`,
      `<msqrt>${A}${B}</msqrt>`,
    ],
    ['another root', `<m:rad>${part('deg', c)}${e(a)}</m:rad>`, `<mroot>${A}${C}</mroot>`],
    ['a superscript', `<m:sSup>${e(a)}${part('sup', b)}</m:sSup>`, `<msup>${A}${B}</msup>`],
    ['a subscript', `<m:sSub>${e(a)}${part('sub', b)}</m:sSub>`, `<msub>${A}${B}</msub>`],
    ['both', `<m:sSubSup>${e(a)}${part('sub', b)}${part('sup', c)}</m:sSubSup>`, `<msubsup>${A}${B}${C}</msubsup>`],
    [
      'both before',
      `<m:sPre>${part('sub', b)}${part('sup', c)}${e(a)}</m:sPre>`,
      `<mmultiscripts>${A}<mprescripts/>${B}${C}</mmultiscripts>`,
    ],
    ['an empty box', `<m:sSup>${e('')}${part('sup', b)}</m:sSup>`, `<msup><mrow/>${B}</msup>`],
    [
      'a sum',
      `<m:nary><m:naryPr>${val('chr', '∑')}</m:naryPr>${part('sub', a)}${part('sup', b)}${e(c)}</m:nary>`,
      `<mrow><munderover><mo>∑</mo>${A}${B}</munderover>${C}</mrow>`,
    ],
    [
      'an integral',
      `<m:nary>${part('sub', a)}${part('sup', b)}${e(c)}</m:nary>`,
      `<mrow><msubsup><mo>∫</mo>${A}${B}</msubsup>${C}</mrow>`,
    ],
    [
      'a sum without an upper limit',
      `<m:nary><m:naryPr>${val('chr', '∑')}${val('supHide', 'on')}</m:naryPr>${part('sub', a)}<m:sup/>${e(c)}</m:nary>`,
      `<mrow><munder><mo>∑</mo>${A}</munder>${C}</mrow>`,
    ],
    [
      'a matrix in brackets',
      `<m:d><m:dPr>${val('begChr', '[')}${val('endChr', ']')}</m:dPr>${e(`<m:m><m:mr>${e(a)}${e(b)}</m:mr><m:mr>${e(b)}${e(c)}</m:mr></m:m>`)}</m:d>`,
      `<mrow><mo stretchy="true" form="prefix">[</mo><mtable><mtr><mtd>${A}</mtd><mtd>${B}</mtd></mtr><mtr><mtd>${B}</mtd><mtd>${C}</mtd></mtr></mtable><mo stretchy="true" form="postfix">]</mo></mrow>`,
    ],
    [
      'brackets with a separator',
      `<m:d>${e(a)}${e(b)}</m:d>`,
      `<mrow><mo stretchy="true" form="prefix">(</mo>${A}<mo stretchy="true" form="infix">|</mo>${B}<mo stretchy="true" form="postfix">)</mo></mrow>`,
    ],
    [
      'cases with one brace',
      `<m:d><m:dPr>${val('begChr', '{')}${val('endChr', '')}</m:dPr>${e(`<m:eqArr>${e(a)}${e(b)}</m:eqArr>`)}</m:d>`,
      `<mrow><mo stretchy="true" form="prefix">{</mo><mtable><mtr><mtd>${A}</mtd></mtr><mtr><mtd>${B}</mtd></mtr></mtable></mrow>`,
    ],
    [
      'an accent',
      `<m:acc><m:accPr>${val('chr', '\u0303')}</m:accPr>${e(a)}</m:acc>`,
      `<mover accent="true">${A}<mo stretchy="false">~</mo></mover>`,
    ],
    [
      'a hat, which Word leaves out',
      `<m:acc>${e(a)}</m:acc>`,
      `<mover accent="true">${A}<mo stretchy="false">^</mo></mover>`,
    ],
    [
      'a vector',
      `<m:acc><m:accPr>${val('chr', '\u20d7')}</m:accPr>${e(a)}</m:acc>`,
      `<mover accent="true">${A}<mo stretchy="true">→</mo></mover>`,
    ],
    [
      'a bar',
      `<m:bar><m:barPr>${val('pos', 'top')}</m:barPr>${e(a)}</m:bar>`,
      `<mover>${A}<mo stretchy="true">¯</mo></mover>`,
    ],
    ['a brace below', `<m:groupChr>${e(a)}</m:groupChr>`, `<munder>${A}<mo stretchy="true">⏟</mo></munder>`],
    [
      'a limit',
      `<m:func>${part('fName', `<m:limLow>${e(mr('lim', val('sty', 'p')))}${part('lim', a)}</m:limLow>`)}${e(b)}</m:func>`,
      `<mrow><munder><mi mathvariant="normal">lim</mi>${A}</munder><mo>\u2061</mo>${B}</mrow>`,
    ],
    ['a box', `<m:borderBox>${e(a)}</m:borderBox>`, `<menclose notation="box">${A}</menclose>`],
    ['changes as accepted', `<w:ins>${a}</w:ins><w:del>${b}</w:del>`, A],
    [
      'what is not known as its content',
      `<m:later>${a}<m:ctrlPr><w:rPr/></m:ctrlPr>${b}</m:later>`,
      `<mrow>${A}${B}</mrow>`,
    ],
  ])('%s', (_what, omml, expected) => expect(converted(omml)).toBe(expected))
})
