import { expect, test } from 'vitest'
import { parseJats } from '../model/parse.ts'
import { renderFullText } from './render.ts'
import { inVariant, redactTex, texAsMath } from './mathml.ts'

const rendered = (formula: string) =>
  renderFullText(
    parseJats(
      Buffer.from(`<article xmlns:mml="m"><body><p>x<inline-formula>${formula}</inline-formula></p></body></article>`),
    ),
    { image: () => undefined },
  )!
const mathOf = (inside: string) =>
  /<math>(.*)<\/math>/.exec(rendered(`<mml:math>${inside}</mml:math>`).parts[0]!)?.[1] ?? ''

const fence = (sign: string, form: string) => `<mo fence="true" form="${form}" stretchy="true">${sign}</mo>`

test.each([
  // Brackets and separators that browsers would not draw.
  [
    '<mml:mfenced><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfenced>',
    `<mrow>${fence('(', 'prefix')}<mrow><mi>a</mi><mo separator="true">,</mo><mi>b</mi></mrow>${fence(')', 'postfix')}</mrow>`,
  ],
  [
    '<mml:mfenced open="" close="|" separators=""><mml:mi>a</mml:mi><mml:mi>b</mml:mi></mml:mfenced>',
    `<mrow><mrow><mi>a</mi><mi>b</mi></mrow>${fence('|', 'postfix')}</mrow>`,
  ],
  [
    '<mml:mfenced separators="; ,"><mml:mi>a</mml:mi><mml:mi>b</mml:mi><mml:mi>c</mml:mi><mml:mi>d</mml:mi></mml:mfenced>',
    `<mrow>${fence('(', 'prefix')}<mrow><mi>a</mi><mo separator="true">;</mo><mi>b</mi><mo separator="true">,</mo><mi>c</mi><mo separator="true">,</mo><mi>d</mi></mrow>${fence(')', 'postfix')}</mrow>`,
  ],
  // Variants of letters.
  ['<mml:mi mathvariant="bold">x1α</mml:mi>', '<mi>𝐱𝟏𝛂</mi>'],
  ['<mml:mi mathvariant="script">B</mml:mi>', '<mi>ℬ</mi>'],
  ['<mml:mi mathvariant="normal">d</mml:mi>', '<mi mathvariant="normal">d</mi>'],
  ['<mml:mstyle mathvariant="double-struck"><mml:mi>R</mml:mi></mml:mstyle>', '<mstyle><mi>ℝ</mi></mstyle>'],
  // Alignment, and marks for it.
  [
    '<mml:mtable columnalign="right left"><mml:mtr><mml:mtd><mml:maligngroup/><mml:mi>a</mml:mi></mml:mtd><mml:mtd columnalign="center"><mml:mi>b</mml:mi><mml:malignmark/></mml:mtd></mml:mtr></mml:mtable>',
    '<mtable><mtr><mtd class="m-r"><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>',
  ],
  ['<mml:menclose notation="radical"><mml:mi>a</mml:mi></mml:menclose>', '<msqrt><mi>a</mi></msqrt>'],
  ['<mml:semantics><mml:mi>a</mml:mi><mml:annotation>a twice</mml:annotation></mml:semantics>', '<mi>a</mi>'],
  // Nothing of a file's attributes but what is known to be harmless.
  [
    '<mml:mi href="javascript:a" style="color:red" onclick="a">a</mml:mi><mml:mspace width="2em" background="x"/><mml:mspace width="expression(1)"/>',
    '<mi>a</mi><mspace width="2em"></mspace><mspace></mspace>',
  ],
  ['<mml:mtext>&lt;b&gt;</mml:mtext>loose', '<mtext>&lt;b&gt;</mtext><mtext>loose</mtext>'],
])('%s', (given, drawn) => {
  expect(mathOf(given)).toBe(drawn)
})

test('a formula in the text that may be longer than a line has a frame, a short one has none', () => {
  const long = '<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo><mml:mtext>seeds that germinated</mml:mtext></mml:math>'
  expect(rendered(long).parts[0]).toMatch(/x<span class="m-in"><math>.*<\/math><\/span><\/p>/)
  expect(
    rendered('<mml:math><mml:mi>p</mml:mi><mml:mo>&lt;</mml:mo><mml:mn>0.001</mml:mn></mml:math>').parts[0],
  ).not.toContain('m-in')
  expect(rendered('<tex-math>a+b+c+d+e+f+g+h+i=j</tex-math>').parts[0]).toContain('<span class="m-in"><math>')
})

test('an unknown element of a formula is counted and its text drawn', () => {
  const { parts, unknown } = rendered('<mml:math><mml:ci>k</mml:ci></mml:math>')
  expect(parts[0]).toContain('<mrow><mtext>k</mtext></mrow>')
  expect(unknown).toEqual({ ci: 1 })
})

test('letters that a variant lacks stay as they are', () => {
  expect(inVariant('ä→', 'bold')).toBe('ä→')
  expect(inVariant('a', 'constructor')).toBe('a')
})

test.each([
  ['\\documentclass[12pt]{minimal}\\usepackage{amsmath}\\begin{document}$$x^{2}$$\\end{document}', 'x^{2}'],
  ['$a{}{}$', 'a{}'],
  ['\\varvec{y}\\hfill \\mbox{kg}', '\\boldsymbol{y} \\text{kg}'],
  ['\\begin{equation}a\\label{eq1}\\end{equation}', 'a'],
])('TeX is cleaned: %s', (given, redacted) => {
  expect(redactTex(given)).toBe(redacted)
})

test('TeX becomes MathML without inline styles, or is shown as it is written', () => {
  expect(texAsMath('\\frac{1}{2}', false)).toMatch(/^<math><mfrac><mn>1<\/mn><mn>2<\/mn><\/mfrac><\/math>$/)
  expect(texAsMath('\\color{red}{x} \\hspace{2em} \\begin{matrix}a&b\\end{matrix}', true)).not.toMatch(/style=/)
  expect(texAsMath('\\unknown{<b>}', false)).toBe('<code class="tex">\\unknown{&lt;b&gt;}</code>')
  expect(texAsMath('\\href{javascript:alert(1)}{x}', false)).not.toMatch(/<[^>]*href=/)
  expect(texAsMath('a'.repeat(6_000), false)).toMatch(/^<code/)
})
