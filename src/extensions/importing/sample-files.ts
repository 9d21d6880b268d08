import { plainTitle } from '../../contract/rules/text/inline-markup.ts'
import { escapeText } from '../../contract/rules/text/plain-text.ts'
import type { FileToStore } from '../../journal/publication/files/stored-files.ts'
import type { SampleManuscript } from './sample-manuscripts.ts'

const NOTE = 'This manuscript was invented to try the journal’s desk. Its people, places and data do not exist.'

/** A version of a manuscript, as a short text. */
export function sampleText({ number, title, keywords, abstract }: SampleManuscript, version: number): FileToStore {
  const parts = [
    plainTitle(title),
    NOTE,
    `Abstract\n\n${abstract}`,
    `Keywords: ${keywords}`,
    ...(version > 1 ? ['Changes\n\nAnswers to the reviewers are in the reply that comes with this version.'] : []),
  ]
  const name = version === 1 ? `${number}.txt` : `${number}-revised-${version}.txt`
  return { name, mediaType: 'text/plain', content: Buffer.from(`${parts.join('\n\n')}\n`) }
}

/** A proof, set as the journal sets its articles. */
export async function sampleProof({ number, title, abstract, authors }: SampleManuscript): Promise<FileToStore> {
  const [{ parseJats }, { readJats }, { readBody }, { typesetArticle }] = await Promise.all([
    import('../../journal/documents/jats/model/parse.ts'),
    import('../../journal/documents/jats/read/article.ts'),
    import('../../journal/documents/jats/read/body.ts'),
    import('../../journal/documents/typesetting/article-pdf.ts'),
  ])
  const people = authors.map(({ name }, index) => {
    const corresponding = index === 0 ? ' corresp="yes"' : ''
    return `<contrib contrib-type="author"${corresponding}><string-name>${escapeText(name)}</string-name></contrib>`
  })
  const document = parseJats(
    Buffer.from(`<article article-type="research-article" xml:lang="en"><front><article-meta>
      <title-group><article-title>${title.replaceAll(/<(\/?)i>/g, '<$1italic>')}</article-title></title-group>
      <contrib-group>${people.join('')}</contrib-group>
      <pub-date pub-type="epub"><day>1</day><month>1</month><year>2026</year></pub-date>
      <abstract><p>${escapeText(abstract)}</p></abstract></article-meta></front>
      <body><sec><title>Introduction</title><p>${NOTE}</p><p>${escapeText(abstract)}</p></sec></body></article>`),
  )
  const { pdf } = await typesetArticle(readJats(document), readBody(document), { isProof: true })
  return { name: `${number}-proof.pdf`, mediaType: 'application/pdf', content: pdf }
}
