import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { DOMParser } from '@xmldom/xmldom'
import {
  affiliationsOfText,
  affiliationText,
  numberedAffiliations,
} from '../../src/contract/rules/people/affiliations.ts'
import { joinNames, splitName } from '../../src/contract/rules/people/author-names.ts'
import { bibtex, escapeLatex, latexTitle } from '../../src/journal/discovery/citation/bibtex.ts'
import { highwireTags } from '../../src/web/features/articles/article/highwire.ts'
import { csl } from '../../src/journal/discovery/citation/csl.ts'
import { itemToFormat } from '../../src/journal/discovery/citation/item.ts'
import { referenceTags } from '../../src/journal/discovery/page-matter.ts'
import { articleLinkHeader } from '../../src/journal/discovery/signposting.ts'
import { dublinCoreTags } from '../../src/web/features/articles/article/dublin-core.ts'
import { citationRecord, licenceName } from '../../src/contract/rules/articles/citation/record.ts'
import { endNote, ris } from '../../src/journal/discovery/citation/reference-managers.ts'
import { scholarlyArticle } from '../../src/web/features/articles/article/schema-org.ts'
import { jsonForScript } from '../../src/web/ui/page-markup.ts'
import { TEST_URL, testArticle } from '../support/test-article.ts'
import { attributionText, citationText } from '../../src/contract/rules/articles/citation/text.ts'
import { extensionOf, fileIdOf, typeOfName } from '../../src/contract/rules/files/file-rules.ts'
import { figureName, variantNamed } from '../../src/contract/rules/articles/pictures.ts'
import { textOfHtml } from '../../src/contract/rules/text/html-text.ts'
import { plainTitle, shortenedMarkup, titleHtml, typedMarkup } from '../../src/contract/rules/text/inline-markup.ts'
import {
  completeKeywords,
  keywordList,
  keywordSlug,
  linkedKeywords,
  withoutRepeats,
} from '../../src/contract/rules/articles/keywords.ts'
import { deviceInWords } from '../../src/contract/rules/accounts/users.ts'
import {
  escapeAttribute,
  escapeText,
  inNormalForm,
  oneLine,
  wholeWords,
} from '../../src/contract/rules/text/plain-text.ts'
import { ipniIn } from '../../src/contract/rules/articles/declared-material.ts'
import { nameProblems } from '../../src/contract/rules/articles/new-names.ts'
import { orcidIn, rorIn } from '../../src/contract/rules/people/identifiers.ts'
import { declaredAddress } from '../../src/contract/rules/site/page-queries.ts'
import {
  countWords,
  hasOversizedPicture,
  isAllowedPicture,
  isBlankHtml,
} from '../../src/contract/rules/text/rich-text.ts'
import { repeatsAbstract } from '../../src/contract/rules/articles/key-message.ts'
import { isSameTitle } from '../../src/web/features/articles/editorial-desk/same-title.ts'
import { SignUp } from '../../src/contract/api/session.ts'
import { readManifest } from '../../src/extensions/backups/manifest.ts'
import { emailKinds } from '../../src/app/email-kinds.ts'
import { letterTemplate } from '../../src/journal/peer-review/decide/letters.ts'
import { renderedPage } from '../../src/journal/publication/pages/content-pages.ts'
import { emailTemplate } from '../../src/platform/email/templates.ts'
import { parseText } from '../../src/platform/text-file.ts'
import { whyAway } from '../../src/platform/email/mailer.ts'
import type { SmtpSettings } from '../../src/platform/email/smtp-settings.ts'
import { loggedError, loggedPath, withoutPeople } from '../../src/platform/log.ts'
import { withoutPerson } from '../../src/journal/accounts/personal-data/without.ts'
import { likenessOf, mailboxOf, nameFits } from '../../src/contract/rules/people/same-person.ts'
import {
  jointArticles,
  namesIn,
  suggestionWarning,
  conflictsWithAuthors,
} from '../../src/contract/rules/peer-review/conflicts.ts'
import { reviewerLines } from '../../src/contract/rules/peer-review/reviewer-lines.ts'
import { Grievance, Message, Revision } from '../../src/contract/api/manuscripts.ts'
import { composeReply } from '../../src/journal/peer-review/author/reply.ts'
import { invitations } from '../../src/contract/api/invitations.ts'
import { reviewers } from '../../src/contract/api/reviewers.ts'
import { search } from '../../src/contract/api/search.ts'
import { DraftContent } from '../../src/contract/api/settings.ts'
import { sharedKeywords, topicOf } from '../../src/journal/peer-review/reviewers/related-articles.ts'
import { ColleagueForm, Consent, DeclineDetails } from '../../src/contract/api/reviews.ts'
import { maskedAddress } from '../../src/contract/rules/peer-review/review-link.ts'
import { affiliations, ContributorForm } from '../../src/contract/api/contributors.ts'
import { announcements } from '../../src/contract/api/announcements.ts'
import { volumes } from '../../src/contract/api/volumes.ts'
import { bankDetails } from '../../src/contract/api/bank-details.ts'
import { fees } from '../../src/contract/api/fees.ts'
import { invoices } from '../../src/contract/api/invoices.ts'
import { invoiceNumber } from '../../src/contract/rules/fees/invoices.ts'
import { feeIn, minorIn } from '../../src/contract/rules/fees/money.ts'
import { sidesOf } from '../../src/contract/rules/fees/sides.ts'
import { newsHtml, newsSummary } from '../../src/journal/publication/announcements/news-text.ts'
import { submissionDrafts } from '../../src/contract/api/submission-drafts.ts'
import { funderOf, funderWords } from '../../src/contract/rules/articles/funders.ts'
import { printedInterests } from '../../src/contract/rules/articles/stated-interests.ts'
import { affiliationsOf, personName } from '../../src/contract/rules/people/people.ts'
import { Submission } from '../../src/contract/api/submission.ts'
import { ReportDraft } from '../../src/contract/api/report-draft.ts'
import {
  bothDrafts,
  draftAsText,
  EMPTY_DRAFT,
  holdsAllOf,
  isSameDraft,
} from '../../src/contract/rules/peer-review/report-draft.ts'
import { line, richText, slugOf, text } from '../../src/contract/api/field-schemas.ts'
import { markedPieces, searchPath, searchQueryIn } from '../../src/contract/rules/site/search.ts'
import { citedDois } from '../../src/platform/search-engine/article-terms.ts'
import { ProfileForm } from '../../src/contract/api/users.ts'
import {
  citedVolume,
  isPageRange,
  issueNumber,
  pageRangeTyped,
  pageSpan,
  printedIssue,
  printedPages,
  yearsInTitle,
} from '../../src/contract/rules/articles/place-in-volume.ts'
import { titleSlug } from '../../src/journal/publication/articles/unique-slug.ts'
import { wordsOf } from '../../src/platform/database/search.ts'
import { namesInItalics } from '../../src/journal/discovery/search/article-text.ts'
import { cutPassages, Marker } from '../../src/journal/discovery/search/marked.ts'
import { citedAs } from '../../src/journal/discovery/search/named.ts'
import { groupsOf } from '../../src/journal/discovery/search/query.ts'
import { titleComparer, typingErrors } from '../../src/platform/search-engine/spelling.ts'
import { termsOf } from '../../src/platform/search-engine/terms.ts'
import { element } from '../../src/platform/xml.ts'
import { plantAt, plantUrl } from '../../src/contract/rules/site/plants.ts'
import { byteRange } from '../../src/journal/publication/files/byte-range.ts'
import { contentDisposition } from '../../src/journal/publication/files/names.ts'
import { groundOf } from '../../src/contract/rules/settings/logo-ground.ts'
import { pictureAt, picturesIn } from '../../src/contract/rules/settings/picture-address.ts'
import { cleanSvg } from '../../src/journal/settings/pictures/clean-svg.ts'
import { isPlainWebp } from '../../src/journal/settings/pictures/plain-webp.ts'
import { joinedSource } from '../../src/contract/rules/settings/joined-source.ts'
import { pictureFault } from '../../src/journal/publication/pages/markdown.ts'
import { isPlainText } from '../../src/journal/publication/files/plain-text.ts'
import { textFrame } from '../../src/platform/email/render.ts'
import { mayBecomeLink } from '../../src/platform/email/values.ts'
import { paragraphs } from '../../src/platform/email/values.ts'
import { sanitiseRichText } from '../../src/platform/html/sanitise.ts'
import { htmlTree } from '../../src/platform/html/tree.ts'
import { isArticleXml } from '../../src/journal/publication/files/article-xml.ts'
import { acceptsEncoding, namesTag } from '../../src/platform/http/headers.ts'
import { isSimpleJson } from '../../src/platform/http/json-body.ts'
import { takeOwnScripts } from '../../src/platform/http/page-scripts.ts'
import { readBody } from '../../src/journal/documents/jats/read/body.ts'
import { renderFullText } from '../../src/journal/documents/jats/html/render.ts'
import { keyMessage } from '../../src/journal/documents/jats/read/key-message.ts'
import { readRequest } from '../../src/extensions/harvesting/oai/request.ts'
import { selectionOf, selectionOfToken } from '../../src/extensions/harvesting/oai/selection.ts'
import { csv } from '../../src/contract/rules/text/csv.ts'
import { normaliseText } from '../../src/journal/documents/jats/write/normalise.ts'
import { copiedAddress, fileOf } from '../../src/extensions/static-export/addresses.ts'
import { rewritePage, rewriteStyles } from '../../src/extensions/static-export/rewrite.ts'
import { parseJats } from '../../src/journal/documents/jats/model/parse.ts'
import { readJats } from '../../src/journal/documents/jats/read/article.ts'
import { tidyRuns } from '../../src/journal/documents/jats/model/runs.ts'
import { jats } from '../../src/journal/documents/jats/write/article.ts'
import { calendarFile } from '../../src/journal/peer-review/cases/calendar-file.ts'
import { redactPicture } from '../../src/journal/documents/redaction/picture.ts'
import { compareTexts } from '../../src/journal/documents/compare-texts.ts'
import { searchXml, stringsIn, SoughtNames } from '../../src/journal/documents/redaction/names-left.ts'
import { OfficeRules } from '../../src/journal/documents/redaction/office-rules.ts'
import { isSearchedWhole, PersonSearch } from '../../src/contract/rules/people/person-search.ts'
import { wordsIn } from '../../src/contract/rules/people/abbreviated.ts'
import { Renaming } from '../../src/journal/publication/names/renaming.ts'
import { paragraphsIn } from '../../src/journal/documents/word/word-text.ts'
import { wordToJats } from '../../src/journal/documents/word/to-jats.ts'
import { parsePart, writePart } from '../../src/journal/documents/word/xml-part.ts'
import { preparePart } from '../../src/journal/documents/word/prepare.ts'
import { cleanPastedText } from '../../src/web/ui/rich-text/clean-paste.ts'
import { isAllowedLink, linkAddress } from '../../src/web/ui/rich-text/addresses.ts'
import { withoutLastLines } from '../../src/web/ui/rich-text/html-value.ts'
import { composeLetter } from '../../src/contract/rules/peer-review/decision-letter.ts'
import { decisions } from '../../src/contract/api/decisions.ts'
import { letterValue } from '../../src/journal/peer-review/cases/letter-value.ts'
import { styleOf, withoutStyles, type Source } from '../../src/web/ui/rich-text/paste/source.ts'
import { cleanTree } from '../../src/web/ui/rich-text/paste/walk.ts'
import type { PublicArticle } from '../../src/contract/api/articles.ts'
import { adviceOn } from '../../src/contract/rules/articles/deposits.ts'
import { mintedDoi } from '../../src/contract/rules/articles/doi.ts'
import { depositXml } from '../../src/extensions/crossref/deposit-xml.ts'
import { readDiagnostic } from '../../src/extensions/crossref/diagnostic.ts'
import { countEditors } from '../../src/extensions/indexing-checklist/journal-facts.ts'
import { readConfig } from '../../src/extensions/moving/config-file.ts'
import { Lexer } from '../../src/extensions/moving/dump/lexer.ts'
import { copyFields } from '../../src/extensions/moving/dump/literals.ts'
import { Statements } from '../../src/extensions/moving/dump/statements.ts'
import { Texts, undoubled } from '../../src/extensions/moving/encoding.ts'
import { repairedEncoding } from '../../src/extensions/moving/model/encoding.ts'
import { lettersIn } from '../../src/extensions/moving/model/html.ts'
import { keywordsIn } from '../../src/extensions/moving/model/keywords.ts'
import { normalAddress } from '../../src/extensions/moving/model/old-addresses.ts'
import { listIn } from '../../src/extensions/moving/model/php-values.ts'
import { readText, withoutEntities } from '../../src/extensions/moving/model/plain.ts'
import { titleMarkup } from '../../src/extensions/moving/model/titles.ts'
import { tooSteep, WORST_INPUTS } from './growth.ts'
import { times } from '../support/long.ts'
import { readReferences } from '../../src/journal/documents/jats/read/references.ts'
import { drawnIn } from '../../src/journal/documents/redaction/pdf-streams.ts'
import { plainParagraphs } from '../../src/journal/documents/plain-text.ts'

const letterOf = (said: string) => [
  letterValue(composeLetter(said, [{ label: 'K', text: said, answers: said, files: 1 }])),
  decisions.decide.input.safeParse({
    id: 'case',
    kind: 'minor',
    letter: said,
    exceptionReason: said,
    releases: [{ reportId: 'report', text: said, changeReason: said, files: [] }],
    seenReports: ['report'],
  }),
]

/** A Word document, read, that says the same in every place of an article. */
function wordOf(said: string): string {
  const places = [
    `<h1>${said}</h1>`,
    `<p>${said}</p>`,
    `<p>Figure 1. ${said}</p>`,
    `<table><tr><td>${said}</td></tr></table>`,
  ]
  const nodes = htmlTree(`${places.join('')}<h1>References</h1><p>1. ${said}</p><p>${said}</p>`)
  return wordToJats({ nodes, formulas: [], pictures: [], warnings: [] }, said).body
}

const app = fastify()
await app.register(cookie, { hook: false })

/** An article that says the same in every place where someone can write something. */
const articleOf = (said: string) =>
  testArticle({
    title: said,
    abstract: said,
    keywords: said,
    copyright: said,
    doi: said,
    pageNum: said,
    elocationId: said,
    licenceUrl: said,
    people: [{ ...personName({ fullName: said }), ...affiliationsOf({ affiliation: said }) }],
    source: { journal: said, publisher: said },
    volume: { id: 'v', title: said, name: said },
  })
const recordOf = (said: string) => citationRecord(articleOf(said), TEST_URL)

/** The same with what only its JATS record says. */
function jatsRecordOf(said: string): string {
  const place = { institution: said.slice(0, 9), department: 'x', city: said.slice(3, 5), country: said.slice(5, 6) }
  const people = [{ fullName: said, email: said, ...affiliationsOf({ affiliations: [{ ...place, line: said }] }) }]
  const texts = { excerpt: said, fundingStatement: said }
  const article = { ...articleOf(said), ...texts, contributors: testArticle({ people }).contributors }
  return jats(citationRecord(article, TEST_URL), article)
}

const inXml = (said: string) =>
  said.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;')).replace(/[\u0000-\u0008\v\f\ufeff]/g, '')

/** A JATS file with the same text in every element that is read. */
function jatsOf(raw: string) {
  const said = inXml(raw)
  const name = `<name><surname>${said}</surname><given-names>${said}</given-names></name>`
  return readJats(
    parseJats(
      Buffer.from(
        `<article xmlns:xlink="x"><front><journal-meta><journal-title>${said}</journal-title></journal-meta><article-meta>
        <article-id pub-id-type="doi">${said}</article-id>
        <article-categories><subj-group><subject>${said}</subject></subj-group></article-categories>
        <title-group><article-title>${said}<italic>${said}</italic></article-title></title-group>
        <contrib-group><contrib contrib-type="author" corresp="yes"><contrib-id contrib-id-type="orcid">${said}</contrib-id>
          ${name}<email>${said}</email><xref ref-type="aff" rid="a"/><xref ref-type="corresp" rid="c"/></contrib></contrib-group>
        <aff id="a"><label>1</label>${said}</aff>
        <author-notes><corresp id="c">${said}<email>${said}</email>${said}</corresp><fn><p>${said}</p></fn></author-notes>
        <pub-date pub-type="epub"><day>1</day><month>2</month><year>2024</year></pub-date>
        <volume>${said}</volume><fpage>${said}</fpage><lpage>${said}</lpage>
        <permissions><copyright-statement>${said}</copyright-statement>
          <license><license-p>${said}<ext-link xlink:href="x">${said}</ext-link></license-p></license></permissions>
        <abstract><p>${said}</p><sec><title>${said}</title><p>${said}<tex-math>${said}</tex-math></p></sec></abstract>
        <funding-group><funding-statement>${said}</funding-statement></funding-group>
        <kwd-group><kwd>${said}</kwd></kwd-group></article-meta></front></article>`,
      ),
    ),
  )
}

/** The same text in every part of a reference, and the tags made from it. */
function referencesOf(raw: string) {
  const said = inXml(raw)
  const parts = ['article-title', 'source', 'year', 'volume', 'fpage'].map((tag) => `<${tag}>${said}</${tag}>`).join('')
  const name = `<name><surname>${said}</surname><given-names>${said}</given-names></name>`
  const ids = `<pub-id pub-id-type="doi">${said}</pub-id><ext-link href="https://doi.org/${said.replace(/"/g, '')}"/>`
  const ref = `<ref><mixed-citation>${said}${name}${parts}${ids}</mixed-citation></ref>`
  return referenceTags(
    readReferences(parseJats(Buffer.from(`<article><back><ref-list>${ref}</ref-list></back></article>`))),
  )
}

/** The text of an article with the same words in everything that is shown. Formulas in TeX have a test of their own. */
function fullTextOf(raw: string) {
  const said = inXml(raw)
  const quoted = said.replaceAll('"', '&quot;')
  const document = parseJats(
    Buffer.from(
      `<article xmlns:xlink="x"><body><sec><label>${said}</label><title>${said}</title><p>${said}<italic>${said}</italic>
        <ext-link xlink:href="${quoted}">${said}</ext-link><xref rid="${quoted}">${said}</xref>
        <inline-formula><math><mi mathvariant="bold">${said}</mi></math></inline-formula></p>
        <fig id="${quoted}"><label>${said}</label><caption><title>${said}</title><p>${said}</p></caption><graphic xlink:href="${quoted}"/></fig>
        <table-wrap><table><tr><td style="${quoted}" align="${quoted}">${said}</td></tr></table></table-wrap>
        <preformat>${said}</preformat><supplementary-material xlink:href="${quoted}"/></sec></body>
        <back><fn-group><fn><p><bold>${said}</bold>${said}</p></fn></fn-group><ref-list><ref><label>${said}</label><mixed-citation>${said}
        <pub-id pub-id-type="doi">${said}</pub-id></mixed-citation></ref></ref-list></back></article>`,
    ),
  )
  return [renderFullText(document, { image: () => undefined }), readBody(document)]
}

/** The text of a JATS file with the same elements in places that have to be mended. */
function textOf(raw: string) {
  const said = inXml(raw)
  const pieces = said.match(/.{1,20}/gsu) ?? []
  const odd = pieces.map(
    (piece) => `<sec><p>${piece}</p></sec><p>${piece}</p><fig>${piece}</fig><break/><table>${piece}</table>`,
  )
  const front = '<front><article-meta/></front>'
  return normaliseText(
    parseJats(
      Buffer.from(
        `<article>${front}<body id="${said.replaceAll('"', '')}">${odd.join('')}<list>${odd.join(said.slice(0, 9))}</list></body></article>`,
      ),
    ),
  )
}

const contributor = (said: string) => ({
  ...{ fullName: said, givenNames: said, familyName: said, email: said, affiliation: said, orcidId: said, role: said },
  affiliations: [{ institution: said, department: said, city: said, country: said, ror: said, line: said }],
})
const submission = (said: string) =>
  Submission.safeParse({
    ...{
      title: said,
      categoryId: said,
      excerpt: said,
      keywords: said,
      abstract: said,
      comments: said,
      slug: said,
      fundingStatement: said,
    },
    ...{ files: [said, said], imageUrl: said, imageAlt: said },
    contributors: [{ ...contributor(said), profileUrl: said }],
    reviewerSuggestions: [{ kind: 'suggest', fullName: said, email: said, affiliation: said, reason: said }],
  })
/** A text and a little more of it, as they are compared when two devices have saved. */
const draftsCompared = (said: string) => {
  const [one, other] = [said, `${said.slice(1)}x`].map((toAuthors) => ({ ...EMPTY_DRAFT, toAuthors, toEditor: said }))
  return [isSameDraft(one!, other!), holdsAllOf(one!, other!), bothDrafts(one!, other!), draftAsText(said, [], one!)]
}
const person = (said: string) => ({ fullName: said, username: said, email: said, password: said, location: said })

const typedOf = (said: string) => ({ fullName: said, email: said, affiliation: said, orcid: said })
const invitationOf = (said: string) => ({
  ...{ id: 'a', replyDays: 7, reportDays: 14, message: said },
  invite: Array.from({ length: 10 }, () => ({ person: typedOf(said), waive: said })),
})
const reviewerOf = (said: string) => ({
  ...{ fullName: said, affiliation: said, orcid: said, expertise: said, emails: [said, `${said}@${said}`] },
})

const sameAs = (said: string) => {
  const one = { fullName: said, emails: [`${said}@moss.test`], orcid: null, institutions: [said] }
  const other = { ...one, fullName: `${said} b`, emails: [`${said}@fern.test`] }
  return [likenessOf(one, other), nameFits(said, other.fullName), mailboxOf(`${said}+b@gmail.com`)]
}

const conflictsOf = (said: string) => {
  const { fullName, affiliation, emails } = reviewerOf(said)
  const [author, candidate] = [
    { fullName, email: emails[1]!, orcid: null, affiliations: [{ institution: said, line: said, ror: null }] },
    { fullName, affiliation, emails, orcid: null },
  ]
  const people = [{ fullName, email: said, orcid: null }]
  return [
    conflictsWithAuthors(candidate, [author]),
    jointArticles([{ author: said, isSurely: true, year: '2024', isPublished: true, people }])(candidate),
    suggestionWarning(emails[1]!, [author]),
  ]
}

const pastedTree = (html: string) =>
  new DOMParser({ onError: () => {} }).parseFromString(`<body><p>${html}</p></body>`, 'text/xml')

const soughtAs = (said: string) => ({
  names: [said],
  emails: [`${said}@example.org`],
  orcids: [said],
  affiliations: [said],
})
const ayesha = { fullName: 'Ayesha Malik', familyName: 'Malik', givenNames: 'Ayesha', email: 'ayesha@example.org' }
const otherName = new Renaming(ayesha, { ...ayesha, fullName: 'Zara Rahimi', familyName: 'Rahimi' }, [
  { from: 'A.M.', to: 'Z.R.' },
])
const searchFor = (said: string) => new PersonSearch(soughtAs(said))
const volumePageOf = (said: string) => ({
  ...{ id: 'a', version: 1, kind: 'special', coverUrl: said, frontMatter: said },
  guestEditors: [{ name: said, affiliation: said, orcid: said }],
  sections: [{ heading: said, articleIds: [said] }],
})
const draftOf = (said: string) => JSON.stringify({ title: said, files: [{ url: said }], abstract: said })
const ROR_ROW = {
  ...{ id: 'https://ror.org/018mejw64', status: 'active', types: 'funder' },
  'names.types.ror_display': 'Deutsche Forschungsgemeinschaft',
}
/** One text as two have changed it: other words, other paragraphs, other lines at its top. */
function textsJoined(said: string): unknown {
  const [mine, theirs] = [said.replaceAll(' ', '\n\n'), `${said}\n\n${said.replaceAll('a', '\n\nb')}`]
  const join = joinedSource(
    `---\n${said}\n---\n${said}`,
    `---\n${mine}\n---\n${mine}`,
    `---\n${theirs}\n---\n${theirs}`,
  )
  return join.source(['both', 'theirs'])
}

const reviewer = new PersonSearch({ names: ['Marta Lindqvist'], emails: ['marta@example.org'], affiliations: ['Lund'] })
const sought = new SoughtNames(['Anna van der Berg', 'Berg', 'a.berg@example.org'])
const ANY_PART = new Set<string>()
/** A part of an Office document that says this in its text, in an attribute and in the names of elements. */
const officePart = (said: string) =>
  Buffer.from(
    `<w:document xmlns:w="w">${[...inXml(said)].map((each) => `<w:p w:author="${each}"/>`).join('')}<w:p w:rsidR="1" w:name="${inXml(said).replaceAll('"', '')}"><w:t>${inXml(said)}</w:t></w:p></w:document>`,
  )
/** A drawing that says the same in its size, its styles and its values. */
const drawingOf = (said: string) =>
  `<!DOCTYPE svg ${escapeAttribute(said)}><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>url(#${escapeAttribute(said)})</style><path d="${escapeAttribute(said)}"/></svg>`

/** What is left of a drawing, or why nothing is. */
function drawn(source: string): string {
  try {
    return cleanSvg(source)
  } catch (error) {
    return (error as Error).message
  }
}

const MAIL_SERVER = { host: 'mail.test', port: 587, login: null, encryption: 'starttls' } as unknown as SmtpSettings

const aPerson = (name: string) => ({ name, emails: [`${name}@example.org`], phone: name, orcid: null })
const forgotten = withoutPerson(aPerson('Anna van der Berg'))

/** A list of contents that says this wherever it can. */
const manifestOf = (said: string) =>
  JSON.stringify({
    ...{ format: 1, program: said, engine: 'sqlite', migrations: [said], startedAt: said },
    entries: ['tables/', 'files/', 'settings/', ''].map((folder) => ({ path: folder + said, bytes: 1, sha256: said })),
    faults: [{ id: said, table: said, name: said, what: 'missing' }],
  })
const contentsOf = (text: string) => {
  try {
    return readManifest(text)
  } catch (error) {
    return error
  }
}

/** A Word document of this many pieces in one paragraph or element, cleaned, or made ready to be read. */
const officeOf =
  (piece: string, root = 'w:document') =>
  (said: string) =>
    Buffer.from(`<${root} xmlns:w="w" xmlns:m="m">${piece.repeat(said.length)}</${root}>`)
const officePieces = ['<!--a-->x', '<?a b?>x', '<w:rsids/>', '<w:p w:rsidR="1"/>', '<w:author>A</w:author>']
const nestedPieces = (said: string) =>
  ['w:t', 'w:author', 'w:p xmlns:b="b"'].map((open) => {
    const close = open.replace(/ .*/, '')
    const content = `<w:comments xmlns:w="w">${`<${open}>a`.repeat(said.length)}${`</${close}>`.repeat(said.length)}</w:comments>`
    const part = parsePart(Buffer.from(content)).documentElement!
    try {
      return writePart(part, new OfficeRules().redact(part, ANY_PART))
    } catch (error) {
      return error
    }
  })
const cleanedPieces = (said: string) =>
  officePieces.flatMap((piece) =>
    ['w:document', 'w:comments'].map((root) => {
      const part = parsePart(officeOf(piece, root)(said)).documentElement!
      return writePart(part, new OfficeRules().redact(part, ANY_PART))
    }),
  )
const wordPieces = [
  '<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>',
  '<m:oMathPara><m:oMath/><m:oMath/></m:oMathPara>',
  '<w:txbxContent/>',
  '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:p>',
].flatMap((piece) => [piece, `<w:q>${piece}</w:q>`])
const preparedPieces = (said: string) =>
  wordPieces.map((piece) => {
    const document = parsePart(officeOf(piece, 'w:AlternateContent')(said))
    return writePart(
      document.documentElement!,
      preparePart(document, new Map(), { formulas: [], textBoxes: 0, hasChanges: false }),
    )
  })

/** A quote for each character ends an attribute too soon. */
const broken = (said: string) => `<a>${[...said].map((each) => `<p b="${each}"/>`).join('')}</a>`
const brokenPart = (said: string) => parsePart(Buffer.from(broken(`"${said}`)))
const brokenJats = (said: string) => parseJats(Buffer.from(broken(`"${said}`)))

/** The beginning of a picture of each kind, and then anything. */
const pictures = (said: string) =>
  [
    [0xff, 0xd8],
    [0xff, 0xd8, 0xff, 0xda, 0, 2],
    Buffer.from('GIF89a\0\0\0\0\0\0\0!\xfe'),
    Buffer.from('RIFF\0\0\0\0WEBP'),
  ].map((head) => {
    try {
      return redactPicture(Buffer.concat([Buffer.from(head), Buffer.from(said)]))
    } catch (error) {
      return error
    }
  })

/** What a page draws, and pictures within it that say anything. */
const drawings = (said: string) =>
  [said, `BI ${said} ID ${said} EI`, `BI ID ${said}`, `(${said}`].map((source) => {
    try {
      return drawnIn(source)
    } catch (error) {
      return error
    }
  })

/** A text, and its beginning searched in it. */
function markedIn(said: string) {
  const marker = new Marker(termsOf(said.slice(0, 200)))
  const passage = { section: '', anchor: '', part: 1, text: said }
  return [marker.title(said), marker.quickHits(said), cutPassages([passage, passage], marker)]
}

const NO_QUERY = new URLSearchParams()

const depositOf = (said: string) =>
  depositXml({
    ...{ id: 'batch', timestamp: '20261122134502123' },
    articles: [
      {
        article: { ...articleOf(said), excerpt: said } as unknown as PublicArticle,
        record: { ...recordOf(said), publishedOn: '2026-11-22' },
        references: [{ doi: null, text: said }],
      },
    ],
  })
const diagnosticOf = (said: string) => [
  readDiagnostic(said),
  readDiagnostic(`<doi_batch_diagnostic ${said}`),
  readDiagnostic(
    `<doi_batch_diagnostic>${'<record_diagnostic status="Failure"><doi>'.repeat(said.length / 40)}${said}`,
  ),
]

/** The texts that editors write, as they are tried; refused or not. */
const journalTexts = (said: string) =>
  [`---\nsubject: ${said}\nabout: ${said}\ntitle: ${said}\ndescription: x\n---\n${said}\n\n{{name}}`, said].flatMap(
    (source) =>
      (
        [
          (text) => emailTemplate(emailKinds['email-changed'], parseText(text, 'x', 'email')),
          (text) => letterTemplate('accept', parseText(text, 'x', 'letter')),
          (text) => renderedPage({ slug: 'about', name: 'about' }, parseText(text, 'x', 'page')),
        ] as ((text: string) => unknown)[]
      ).map((make) => {
        try {
          return make(source)
        } catch (error) {
          return error
        }
      }),
  )

/** Everything that processes what people send, type, paste or import. New ones get a row. */
const READERS: [name: string, work: (input: string) => unknown, share?: number][] = [
  ['a draft of a report', (said) => ReportDraft.safeParse({ ...EMPTY_DRAFT, toAuthors: said, toEditor: said })],
  ['two drafts of a report', draftsCompared],
  ['a person in a text', (said) => reviewer.mentions(said)],
  ['a person of any name in a text', (said) => searchFor(said.slice(0, 300)).mentions(said)],
  ['a person of long names', (said) => [searchFor(said).mentions(said), isSearchedWhole(said, soughtAs(said))]],
  ['the texts of the journal', journalTexts],
  ['a deposit with Crossref', depositOf],
  ['an answer of Crossref', diagnosticOf],
  ['what to do about it', adviceOn],
  [
    'the DOI of a volume',
    (said) =>
      mintedDoi(
        { id: 'a', volumeTitle: said, issue: said, year: '2026' },
        { prefix: '10.5555', pattern: '{volume}.{issue}.{id}' },
      ),
  ],
  [
    'the editors on a board',
    (said) => [
      countEditors(said),
      countEditors(`<p><b>${said}</b>${said}</p>`),
      countEditors('<p><b>A Bo</b>'.repeat(said.length / 13)),
    ],
  ],
  ['a dump of another system', dumpOf],
  ['a row of COPY', (said) => copyFields(Buffer.from(said), 200)],
  ['settings of another system', (said) => readConfig(`[general]\nbase_url = ${said}\n${said}`)],
  ['a list of another system', (said) => [listIn(said), listIn(`a:2:{i:0;s:${said.length}:"${said}";`)]],
  ['a text of another system', (said) => [readText(said), repairedEncoding(said), withoutEntities(said)]],
  ['a title of another system', (said) => titleMarkup({ prefix: said, title: said, subtitle: said })],
  ['words of another system', (said) => [lettersIn(said), lettersIn(`<script>${said}`), keywordsIn([said])]],
  [
    'an address of another system',
    (said) =>
      normalAddress(said, { journalPath: 'jbr', basePaths: ['', '/ojs'], otherJournals: ['other'], languages: ['en'] }),
  ],
  ['a line of text', (said) => line(100_000).safeParse(said)],
  ['text of several lines', (said) => text(100_000).safeParse(said)],
  ['the normal form of a text', (said) => inNormalForm(said, 'NFC')],
  ['the compatible normal form', (said) => inNormalForm(said, 'NFKD')],
  ['a rich text field', (said) => richText('Required').safeParse(said)],
  ['a submission', submission],
  ['pasted reviewers', (said) => [reviewerLines(said), reviewers.import.input.safeParse({ lines: said })]],
  [
    'what authors write about a manuscript',
    (said) => [
      Revision.safeParse({ files: [said], replies: [{ label: 'K', text: said }], reply: said }),
      Message.safeParse({ text: said }),
      Grievance.safeParse({ kind: 'appeal', text: said }),
      composeReply(new Set('K'), [{ label: 'K', text: said }], said),
    ],
  ],
  ['an invitation', (said) => invitations.invite.input.safeParse(invitationOf(said))],
  ['a person to invite, as typed', (said) => invitations.conflicts.input.safeParse({ id: 'a', ...typedOf(said) })],
  ['a reviewer', (said) => reviewers.create.input.safeParse({ ...reviewerOf(said), awayUntil: said })],
  ['conflicts of interest', conflictsOf],
  ['who may be the same person', sameAs],
  ['names on the board', (said) => namesIn(said)(said.slice(0, 40))],
  ['the topic of a manuscript', (said) => sharedKeywords(said, topicOf({ title: said, keywords: said }))],
  [
    'an answer through a review link',
    (said) => [
      Consent.safeParse({ conflict: { answer: 'declared', text: said }, dueOn: said }),
      DeclineDetails.safeParse({ text: said, suggestions: [{ fullName: said, email: said, affiliation: said }] }),
      ColleagueForm.safeParse({ fullName: said, email: `${said}@moss.test`, orcid: said }),
    ],
  ],
  ['words of which a mail program makes a link', mayBecomeLink],
  ['the address in a review link', (said) => maskedAddress(`${said}@${said}`)],
  ['an author', (said) => ContributorForm.safeParse(contributor(said))],
  ['signing up', (said) => SignUp.safeParse({ ...person(said), phoneNumber: said })],
  ['a profile', (said) => ProfileForm.safeParse({ ...person(said), phoneNumber: said, bio: said })],
  ['the sanitiser', sanitiseRichText],
  ['the text of HTML', textOfHtml],
  ['blank HTML', isBlankHtml],
  ['words', countWords],
  ['the address of a picture', isAllowedPicture],
  ['the data of a picture', (said) => isAllowedPicture(`data:image/png;base64,${said}`)],
  ['large pictures', hasOversizedPicture],
  ['a title', titleHtml],
  ['a title in plain words', plainTitle],
  ['a shortened title', (said) => shortenedMarkup(said, 300)],
  ['tags typed by hand', typedMarkup],
  ['a title typed again', (said) => isSameTitle(said, said)],
  ['a key message from the abstract', (said) => repeatsAbstract(said, said)],
  ['an issue', (said) => [issueNumber(said), printedIssue(said)]],
  ['the title of a volume', (said) => [citedVolume(said), yearsInTitle(said)]],
  [
    'affiliations',
    (said) => [
      affiliationsOfText(said),
      affiliationText([{ line: said }]),
      numberedAffiliations([{ affiliations: [{ line: said }] }]),
    ],
  ],
  ['a ROR ID', (said) => [rorIn(said), rorIn(`https://ror.org/${said}`)]],
  ['a slug', slugOf],
  ["an article's slug", titleSlug],
  ['keywords', (said) => [keywordList(said), completeKeywords(said), withoutRepeats([said, said])]],
  ['a page range', (said) => [isPageRange(said), pageRangeTyped(said), pageSpan(said), printedPages(said)]],
  ['an ORCID iD', orcidIn],
  ['a number of IPNI', ipniIn],
  [
    'a PDF with new names',
    (said) => nameProblems({ names: [said], issn: '', day: '2026-11-07', pages: [said, said, said] }),
  ],
  [
    'a name',
    (said) => [joinNames([splitName(said).family, said]), personName({ fullName: said, familyName: said.slice(3) })],
  ],
  ['the name of a licence', licenceName],
  ['whole words', (said) => wholeWords(said, said.length - 1)],
  ['the name of a figure', (said) => [figureName(said), figureName(`${said}.png`)]],
  ['the XML of an article, looked at', (said) => isArticleXml(Buffer.from(said))],
  ['a Word document', wordOf, 1 / 4],
  ['a file name', (said) => [extensionOf(said), typeOfName(said), contentDisposition('inline', said)]],
  ['the address of a file', (said) => [fileIdOf(said), fileIdOf(`/files/${said}`)]],
  ['the address of a plant', (said) => [plantAt(said), plantAt(`${plantUrl('', 'fern').slice(0, -4)}${said}`)]],
  ['the name of a copy of an image', (said) => [variantNamed(said), variantNamed(`320${said}`)]],
  ['the words of a search', wordsOf],
  [
    'a search of articles',
    (said) => [search.find.input.safeParse({ q: said, author: said }), groupsOf(said), citedAs(said)],
    1 / 8,
  ],
  ['a search for a DOI', (said) => groupsOf(`doi: 10.5555/${said}`), 1 / 8],
  ['the typing errors of a word', (said) => typingErrors(said.slice(0, 40), `${said.slice(1, 40)}x`, 2)],
  ['a title like a search', (said) => titleComparer(said.slice(0, 200))(said)],
  ['the words of a search in a text', markedIn],
  ['Latin names in a text', (said) => namesInItalics([said, `<i>${said}</i>`])],
  [
    'the draft of a submission',
    (said) => submissionDrafts.save.input.safeParse({ content: draftOf(said), revision: 0 }),
  ],
  ['paragraphs in another language', (said) => newsHtml(`:::ur\n${said}\n`.repeat(3))],
  ['two changes of one text', textsJoined],
  ['the text of news', (said) => [newsHtml(said), newsSummary(said)]],
  [
    'pictures in a text',
    (said) => [picturesIn(said), pictureFault(`![${said}](${said})`), pictureAt(`/pictures/${said}`)],
  ],
  ['a drawing', (said) => [drawn(said), drawn(drawingOf(said))]],
  ['a picture from a file', (said) => isPlainWebp(Buffer.from(`RIFF    WEBP${said}`))],
  ['the dots of a logo', (said) => groundOf(Buffer.from(said))],
  ['the page of a volume', (said) => volumes.publishPage.input.safeParse(volumePageOf(said))],
  [
    'a draft of news',
    (said) => announcements.saveDraft.input.safeParse({ item: 'new', content: draftOf(said), revision: 0 }),
  ],
  [
    'a draft of settings that is looked at',
    (said) => DraftContent.safeParse({ values: { [said]: said }, texts: { [said]: said } }),
  ],
  ['an amount of money', (said) => [feeIn(said), minorIn(said, 'EUR'), feeIn(`PKR ${said}`)]],
  [
    'a request to pay less, and its answer',
    (said) => [
      fees.ask.input.safeParse({ id: said, kind: 'part', couldPay: said, reason: said }),
      fees.open.input.safeParse({ number: said }),
      fees.answer.input.safeParse({ id: said, askedAt: said, outcome: 'part', remains: said, answer: said }),
    ],
  ],
  ['bank details', (said) => bankDetails.propose.input.safeParse({ words: said, seen: null, currentPassword: said })],
  [
    'an invoice, its payment and a search for it',
    (said) => [
      invoices.issue.input.safeParse({
        ...{ id: said, side: 'local', reason: said, payer: said, address: said },
        ...{ amount: said, dueDays: 30 },
      }),
      invoices.pay.input.safeParse({ id: said, receivedOn: said, amount: said, reference: said, seenPaid: 0 }),
      invoices.list.input.safeParse({ tab: said, q: said }),
      invoiceNumber(said, 2026, 7),
      sidesOf([said], said),
    ],
  ],
  ['a search for funders', (said) => funderWords(said)],
  ['a row of a list of funders', (said) => funderOf({ ...ROR_ROW, 'names.types.alias': said })],
  [
    'what authors say of their interests',
    (said) => printedInterests(said, [{ fullName: said, competingInterests: said }]),
  ],
  ['a search for affiliations', (said) => affiliations.suggest.input.safeParse({ q: said })],
  ['LaTeX', (said) => [escapeLatex(said), latexTitle(said)]],
  ['BibTeX', (said) => bibtex(recordOf(said))],
  ['RIS', (said) => ris(recordOf(said))],
  ['EndNote', (said) => endNote(recordOf(said))],
  ['the item that references are formatted from', (said) => itemToFormat(recordOf(said))],
  ['signposting', (said) => articleLinkHeader(articleOf(said), TEST_URL)],
  ['reference lists', referencesOf],
  ['CSL-JSON', (said) => csl(recordOf(said))],
  ['a JATS record', jatsRecordOf, 1 / 4],
  ['the tree of HTML', htmlTree],
  [
    'tags for indexes',
    (said) => [
      highwireTags(recordOf(said)),
      dublinCoreTags(recordOf(said)),
      jsonForScript(scholarlyArticle(recordOf(said))),
    ],
  ],
  ['a reference', (said) => [citationText(recordOf(said)), attributionText(recordOf(said))]],
  ['XML', (said) => element('a', { b: said }, said)],
  ['escaped text', (said) => [escapeText(said), escapeAttribute(said)]],
  ['one line', oneLine],
  ['the letter of a decision', (said) => letterOf(said)],
  ['a letter in an email', (letter) => textFrame(paragraphs(letter).text, TEST_URL)],
  ['the scripts of a page', (said) => takeOwnScripts(said, 'nonce')],
  [
    'a request of a harvester',
    (said) => {
      const read = (work: () => unknown) => {
        try {
          return work()
        } catch {
          return null
        }
      }
      return [
        read(() => readRequest(new URLSearchParams(`verb=ListRecords&set=${said}`))),
        read(() => selectionOf({ metadataPrefix: 'oai_dc', from: said, set: said })),
        read(() => selectionOfToken(said)),
      ]
    },
  ],
  ['a table', (said) => csv([[said, said]])],
  [
    'a page that is copied to a disk',
    (said) => {
      const same = (reference: string) => reference
      rewritePage(said, { note: '', online: same, resolve: same })
      return [rewriteStyles(said, same), copiedAddress(said, '/', 'https://a.test'), fileOf(`/${said}`)]
    },
  ],
  [
    'the address of a page',
    (said) => [declaredAddress('/blog', new URLSearchParams(said)), declaredAddress(`/blog/${said}`, NO_QUERY)],
  ],
  ['what is searched', (said) => searchPath(searchQueryIn(new URLSearchParams(said)))],
  ['the words that are searched', (said) => searchPath(searchQueryIn(new URLSearchParams({ q: said, author: said })))],
  ['a text that was found', markedPieces],
  ['the pages of keywords', (said) => [linkedKeywords(said), keywordSlug(said)]],
  ['the works that a text cites', (said) => [citedDois([said]), citedDois([`href="https://doi.org/10.${said}"`])]],
  ['the name of a browser', deviceInWords],
  ['a line of the log', (said) => [withoutPeople(said, false), withoutPeople(`${said}@`, false)]],
  ['an address in the log', (said) => [loggedPath(said), loggedPath(`/${said}`)]],
  ['an error in the log', (said) => loggedError(new Error(said, { cause: new Error(said) }))],
  ['what a mail server said', (said) => [withoutPeople(said, true), whyAway(new Error(said), MAIL_SERVER)]],
  ['a text that loses a person', (said) => forgotten(said)],
  ['a person that a text loses', (said) => withoutPerson(aPerson(said.slice(0, 200)))(said)],
  ['the contents of a copy', (said) => [contentsOf(said), contentsOf(manifestOf(said))]],
  ['a Cookie header', (said) => app.parseCookie(said)],
  ['If-None-Match', (said) => namesTag(said, '"a"')],
  ['Accept-Encoding', (said) => acceptsEncoding(said, 'br')],
  ['Range', (said) => [byteRange(said, 1000), byteRange(`bytes=${said}`, 1000)]],
  ['the shape of JSON', (said) => [isSimpleJson(said), isSimpleJson(`"${said}`)]],
  ['plain text in a file', (said) => isPlainText(Buffer.from(said))],
  ['runs of an imported text', (said) => tidyRuns([{ text: said, marks: [] }])],
  ['a key message', (said) => keyMessage([[{ text: said, marks: [] }]])],
  // The text is repeated in twenty places, so a part of the length is enough.
  ['the text of an imported article, made valid', textOf, 1 / 32],
  ['an imported article', jatsOf, 1 / 8],
  ['a full text', fullTextOf, 1 / 16],
  [
    'a calendar file',
    (said) => calendarFile({ uid: said, title: said, description: said, due: '2026-01-01', at: said, url: said }),
  ],
  ['two versions of a text', (said) => compareTexts(said.split(' '), [...said.split(' '), said])],
  ['the paragraphs of a text', (said) => plainParagraphs(Buffer.from(said))],
  ['a picture to clean', pictures],
  ['the drawing of a page', drawings],
  [
    'a part of an Office document to clean',
    (said) => new OfficeRules().redact(parsePart(officePart(said)).documentElement!, ANY_PART),
    // An element for each character: of longer ones, collecting the memory is what takes the time.
    1 / 16,
  ],
  ['many pieces of an Office document to clean', cleanedPieces, 1 / 32],
  ['elements of an Office document in one another', nestedPieces, 1 / 16],
  ['many pieces of a Word document to read', preparedPieces, 1 / 32],
  ['a part of an Office document that is not well-formed', brokenPart, 1 / 4],
  ['the XML of an article that is not well-formed', brokenJats, 1 / 4],
  ['the paragraphs of a Word document', (said) => paragraphsIn(officePart(said), ANY_PART), 1 / 16],
  ['a name in a text', (said) => [sought.inText(said), sought.inProperty(said), sought.inBytes(Buffer.from(said))]],
  ['a name, whatever it is', (said) => new SoughtNames([said.slice(0, 100)]).inText(said)],
  ['another name in XML', (said) => otherName.markup(said)],
  ['another name in JSON', (said) => otherName.json(JSON.stringify({ title: said, text: said, fullName: said }))],
  ['forms of a name as they are typed', (said) => wordsIn(said)],
  ['a name in XML', (said) => searchXml('a.xml', said, sought, () => {})],
  ['a name in what a PDF shows', stringsIn],
  ['pasted HTML', withoutStyles],
  ['a pasted style', (said) => styleOf({ getAttribute: () => said } as unknown as Source)],
  ['pasted text', cleanPastedText],
  ['a pasted tree', (said) => cleanTree(pastedTree(inXml(said)).documentElement as unknown as Source)],
  [
    'the end of an edited text',
    (said) => [withoutLastLines(said), withoutLastLines(`${'<p></p>'.repeat(said.length / 7)}${said}`)],
  ],
  ['the address of a link', (said) => [linkAddress(said), isAllowedLink(said)]],
]

/** A dump that says the same within each of its parts. */
function dumpOf(said: string) {
  const texts = new Texts()
  const row = (_table: string, _names: unknown, values: readonly unknown[]) =>
    values.map((value) => Buffer.isBuffer(value) && undoubled(texts.text(value)))
  const statements = new Statements({ keeps: () => true, columns: () => {}, row, counted: () => {} })
  const lexer = new Lexer(statements)
  const quoted = said.replaceAll("'", "''").replaceAll('\\', '\\\\')
  const parts = [
    `INSERT INTO t VALUES ('${quoted}',0x${said.length});`,
    `/* ${said.replaceAll('*', '')} */ SET @OLD_X='${quoted}', x=@OLD_X;`,
    `CREATE TABLE t (a int DEFAULT '${quoted}');`,
    `COPY t (a) FROM stdin;\n${said}\n\\.\n`,
    said,
  ]
  for (const part of parts) lexer.push(Buffer.from(part))
}

const LENGTH = times(2_000, 20_000)

describe('four times the input takes about four times as long', () => {
  test.each(READERS)('%s', (_name, work, share = 1) => {
    // Input that is refused was read first.
    const reading = (said: string) => {
      try {
        return work(said)
      } catch (error) {
        return error
      }
    }
    const steep = WORST_INPUTS.flatMap(([name, input]) => {
      const found = tooSteep(reading, input, LENGTH * share)
      return found === null ? [] : [`${name}: ${found}`]
    })
    expect(steep).toEqual([])
  })
})
