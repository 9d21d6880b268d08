import type { FullTextOutline } from '../../src/contract/api/full-texts.ts'
import { anArticle, type ArticleOptions } from '../support/builders.ts'
import { aFullText } from '../support/full-texts.ts'
import type { RunningJournal } from './support.ts'

/** In the text, and nowhere else on its page. */
export const ONLY_IN_TEXT = 'Stomata closed before the soil had dried'

const cited = (number: number, id = `c-${number}-1`) => `<a class="xr" id="${id}" href="#ref-${number}">${number}</a>`
const prose = (words: string, times = 12) => `<p>${`${words} `.repeat(times)}</p>`
const HEADS = Array.from({ length: 8 }, (_, column) => `<th scope="col" class="n">Measured value ${column + 1}</th>`)
const CELLS = HEADS.map((_, column) => `<td class="n">${column * 7}.25</td>`)

const ADDENDS = Array.from({ length: 12 }, (_, at) => `<mo>+</mo><mi>a</mi><mn>${at}</mn>`).join('')
const inLine = (formula: string) => `<span class="m-in"><math>${formula}</math></span>`

const PARTS = {
  introduction: `<section id="s-1" aria-labelledby="s-1-h"><h2 id="s-1-h"><a class="num" href="#s-1">1</a>Introduction</h2>
    <p>${ONLY_IN_TEXT} [${cited(1)}, ${cited(2)}]. It is shown in Figure <a class="xr" href="#fig-1">1</a> and follows
    Section <a class="xr" href="#s-2">2</a>.</p>${prose('Wheat lost a third of its leaves.')}</section>`,
  methods: `<section id="s-2" aria-labelledby="s-2-h"><h2 id="s-2-h"><a class="num" href="#s-2">2</a>Methods</h2>
    <section id="s-2-1"><h3 id="s-2-1-h"><a class="num" href="#s-2-1">2.1</a>Plots</h3>
    ${prose('Each plot was watered by hand.', 30)}
    <figure class="fig" id="fig-1" tabindex="-1"><div class="mount"><img class="art" src="/icon.svg" width="600" height="400" alt="Plots"></div>
    <figcaption><b class="lab">Figure 1</b><p>The plots of <i>Triticum aestivum</i> near Multan</p><p class="fig-acts">
    <a class="enlarge" href="/icon.svg">Enlarge<span class="sr"> Figure 1</span></a>
    <a class="download" href="/icon.svg" download>Download<span class="sr"> Figure 1</span></a></p></figcaption></figure></section>
    <section id="s-2-2"><h3 id="s-2-2-h"><a class="num" href="#s-2-2">2.2</a>Model</h3>${prose('The model has two terms.')}
    <div class="eq" id="eq-1" role="group" aria-label="Equation 1"><div class="eq-in" tabindex="0"><math display="block"><mi>y</mi><mo>=</mo><mfrac><mi>a</mi><mi>b</mi></mfrac></math></div><a class="eq-n" href="#eq-1">(1)</a></div></section></section>`,
  results: `<section id="s-3" aria-labelledby="s-3-h"><h2 id="s-3-h"><a class="num" href="#s-3">3</a>Results</h2>
    <p>The values differ (Table <a class="xr" href="#table-1">1</a>) [${cited(65)}].</p>
    <figure class="tab wide" id="table-1" tabindex="-1"><figcaption id="table-1-c"><b class="lab">Table 1</b><p>Values of each plot</p></figcaption>
    <p class="more" aria-hidden="true">9 columns: scroll sideways <span>→</span></p>
    <div class="frame" role="region" tabindex="0" aria-labelledby="table-1-c"><table><thead><tr><th scope="col">Plot</th>${HEADS.join('')}</tr></thead>
    <tbody>${`<tr><th scope="row">North</th>${CELLS.join('')}</tr>`.repeat(6)}</tbody></table></div>
    <div class="notes"><p id="fn-1"><sup class="fn-n">a</sup> In millimetres</p></div></figure>
    <p id="in-line">Where <math><mi>y</mi></math> is ${inLine('<mi>y</mi>')}, the sum is ${inLine(`<mi>y</mi><mo>=</mo>${ADDENDS}`)}, as before.</p>
    ${prose('The rest of the values agree.', 40)}</section>`,
  references: `<section id="references" aria-labelledby="references-h"><h2 id="references-h">References <span class="count-n">70</span></h2>
    <ol class="refs" role="list">${Array.from(
      { length: 70 },
      (_, index) =>
        `<li id="ref-${index + 1}" tabindex="-1"><p>Author ${index + 1}. A paper on roots. <cite>J Roots</cite> 2020;1:1–9.</p>
        <p class="ref-go"><span><a href="https://doi.org/10.5555/${index + 1}">DOI</a></span><span class="back">Cited in <a href="#c-${index + 1}-1">1</a></span></p></li>`,
    ).join('')}</ol></section>`,
}

const section = (id: string, number: string, title: string, part = 1, sections: FullTextOutline['sections'] = []) => ({
  ...{ id, number, title, part, sections },
})
const float = (id: string, label: string, title: string, image: string | null, part = 1) => ({
  ...{ id, label, title, image, part },
})

const outlineOf = (partOf: (name: keyof typeof PARTS) => number): Partial<FullTextOutline> => ({
  sections: [
    section('s-1', '1', 'Introduction', partOf('introduction')),
    section('s-2', '2', 'Methods', partOf('methods'), [
      section('s-2-1', '2.1', 'Plots', partOf('methods')),
      section('s-2-2', '2.2', 'Model', partOf('methods')),
    ]),
    section('s-3', '3', 'Results', partOf('results')),
    section('references', '', 'References', partOf('references')),
  ],
  figures: [float('fig-1', 'Figure 1', 'The plots of <i>Triticum aestivum</i>', '/icon.svg', partOf('methods'))],
  tables: [float('table-1', 'Table 1', 'Values of each plot', null, partOf('results'))],
  references: 70,
  hasFormulas: true,
})

const record = (title: string) => ({
  title,
  abstract: '<h3>Background</h3><p>Roots were measured.</p>',
  funding_statement: 'The Society paid for the water.',
})

/** A public article with a text of one part. */
export async function aReadableArticle(
  { database }: RunningJournal,
  title = 'Roots of wheat',
  more: ArticleOptions = {},
) {
  const article = await anArticle(database, { ...record(title), ...more })
  await aFullText(database, article, { parts: [Object.values(PARTS).join('')], outline: outlineOf(() => 1) })
  return article
}

/** A public article whose text is so long that each of its four sections is a part. */
export async function aLongText({ database }: RunningJournal) {
  const article = await anArticle(database, record('A flora of dry places'))
  const names = Object.keys(PARTS)
  const outline = outlineOf((name) => names.indexOf(name) + 1)
  await aFullText(database, article, { parts: Object.values(PARTS), outline })
  return article
}
