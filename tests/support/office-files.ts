import { strToU8, zipSync, type Zippable } from 'fflate'

/** Parts of an Office document by their paths. */
export type OfficeParts = Record<string, string | Uint8Array>

const OFFICE = 'application/vnd.openxmlformats-officedocument'
export const WORD_TYPE = `${OFFICE}.wordprocessingml.document`
export const SHEET_TYPE = `${OFFICE}.spreadsheetml.sheet`
export const SLIDES_TYPE = `${OFFICE}.presentationml.presentation`

const RELS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_RELS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const MS_RELS = 'http://schemas.microsoft.com/office/2011/relationships'
export const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const W15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'

/** An archive of these parts, with a time and a comment's worth of other attributes as programs write them. */
export const anArchive = (parts: OfficeParts): Buffer => {
  const entries: Zippable = {}
  for (const [path, content] of Object.entries(parts)) {
    entries[path] = [typeof content === 'string' ? strToU8(content) : content, { mtime: '2024-05-06T07:08:09' }]
  }
  return Buffer.from(zipSync(entries))
}

const types = (defaults: Record<string, string>, overrides: Record<string, string>): string =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
    ...Object.entries({
      rels: 'application/vnd.openxmlformats-package.relationships+xml',
      xml: 'application/xml',
      ...defaults,
    }).map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`),
    ...Object.entries(overrides).map(([path, type]) => `<Override PartName="/${path}" ContentType="${type}"/>`),
  ].join('')}</Types>`

/** Each relationship: its id, the last word of its type, its target, and 'External' if it is outside. */
export const rels = (...all: [id: string, type: string, target: string, mode?: string][]): string =>
  `<?xml version="1.0"?><Relationships xmlns="${PACKAGE_RELS}">${all
    .map(([id, type, target, mode]) => {
      const full = type.includes('/') ? type : `${RELS}/${type}`
      return `<Relationship Id="${id}" Type="${full}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`
    })
    .join('')}</Relationships>`

/** The properties that programs write about who made a document. */
const properties = (person: string): OfficeParts => ({
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Notes of ${person}</dc:title><dc:creator>${person}</dc:creator><cp:lastModifiedBy>${person}</cp:lastModifiedBy></cp:coreProperties>`,
  'docProps/app.xml': `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Company>${person} Ltd</Company><Manager>${person}</Manager></Properties>`,
  'docProps/custom.xml': `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"><property name="Owner" pid="2"><vt:lpwstr xmlns:vt="x">${person}</vt:lpwstr></property></Properties>`,
})
const rootRels = (main: string): string =>
  rels(
    ['rId1', 'officeDocument', main],
    ['rId2', `${PACKAGE_RELS}/metadata/core-properties`, 'docProps/core.xml'],
    ['rId3', 'extended-properties', 'docProps/app.xml'],
    ['rId4', 'custom-properties', 'docProps/custom.xml'],
    ['rId5', `${PACKAGE_RELS}/metadata/thumbnail`, 'docProps/thumbnail.jpeg'],
  )
const propertyTypes = {
  'docProps/core.xml': 'application/vnd.openxmlformats-package.core-properties+xml',
  'docProps/app.xml': `${OFFICE}.extended-properties+xml`,
  'docProps/custom.xml': `${OFFICE}.custom-properties+xml`,
}

/** A Word document with changes and comments by a person, who is named wherever Word names one. */
export function wordParts(person: string, { body = '', picture = Buffer.alloc(0) } = {}): OfficeParts {
  const by = `w:author="${person}" w:date="2024-05-06T07:08:09Z"`
  const main = `${OFFICE}.wordprocessingml`
  const change = `<w:p w:rsidR="00AB12CD"><w:ins w:id="1" ${by}><w:r><w:t>added words</w:t></w:r></w:ins><w:del w:id="2" ${by}><w:r><w:delText>removed words</w:delText></w:r></w:del></w:p>`
  return {
    '[Content_Types].xml': types(
      { jpeg: 'image/jpeg' },
      {
        'word/document.xml': `${main}.document.main+xml`,
        'word/comments.xml': `${main}.comments+xml`,
        'word/commentsExtended.xml': `${main}.commentsExtended+xml`,
        'word/people.xml': `${main}.people+xml`,
        'word/settings.xml': `${main}.settings+xml`,
        'word/styles.xml': `${main}.styles+xml`,
        'word/header1.xml': `${main}.header+xml`,
        'word/footnotes.xml': `${main}.footnotes+xml`,
        'word/glossary/document.xml': `${main}.document.glossary+xml`,
        'customXml/itemProps1.xml': `${OFFICE}.customXmlProperties+xml`,
        ...propertyTypes,
      },
    ),
    '_rels/.rels': rootRels('word/document.xml'),
    ...properties(person),
    'docProps/thumbnail.jpeg': Buffer.from(`thumbnail of ${person}`),
    'word/document.xml': `<?xml version="1.0"?><!-- by ${person} --><w:document ${W} xmlns:r="${RELS}" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><w:body><!-- ${person} -->
<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Leaves in spring</w:t></w:r></w:p>${change}
<w:p><w:pPr><w:rPr><w:rPrChange w:id="3" ${by}><w:rPr/></w:rPrChange></w:rPr></w:pPr><w:moveFrom w:id="4" ${by}><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:moveTo w:id="5" ${by}><w:r><w:t>moved</w:t></w:r></w:moveTo><w:commentRangeStart w:id="0"/><w:r><w:t xml:space="preserve">The leaves </w:t></w:r><w:r><w:t>open &amp; close</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>
<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="C:\\Users\\${person}\\leaf.jpg"/><a:graphic><a:graphicData><a:blip r:embed="rId8"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>
<w:p><w:hyperlink r:id="rId9"><w:r><w:t>the file</w:t></w:r></w:hyperlink></w:p>${body}
</w:body></w:document>`,
    'word/_rels/document.xml.rels': rels(
      ['rId1', 'comments', 'comments.xml'],
      ['rId2', `${MS_RELS}/commentsExtended`, 'commentsExtended.xml'],
      ['rId3', `${MS_RELS}/people`, 'people.xml'],
      ['rId4', 'settings', 'settings.xml'],
      ['rId5', 'styles', 'styles.xml'],
      ['rId6', 'header', 'header1.xml'],
      ['rId7', 'footnotes', 'footnotes.xml'],
      ['rId8', 'image', 'media/image1.jpeg'],
      ['rId9', 'hyperlink', `file:///C:\\Users\\${person}\\leaf.txt`, 'External'],
      ['rId10', 'customXml', '../customXml/item1.xml'],
      ['rId11', 'glossaryDocument', 'glossary/document.xml'],
      ['rId12', 'hyperlink', 'https://example.org/leaf?a=1&amp;b=2', 'External'],
    ),
    'word/comments.xml': `<w:comments ${W}><w:comment w:id="0" ${by} w:initials="XQZ"><w:p><w:r><w:t>Please measure this again.</w:t></w:r></w:p></w:comment></w:comments>`,
    'word/commentsExtended.xml': `<w15:commentsEx ${W15}><w15:commentEx w15:paraId="1A2B3C4D" w15:done="0"/></w15:commentsEx>`,
    'word/people.xml': `<w15:people ${W15}><w15:person w15:author="${person}"><w15:presenceInfo w15:providerId="AD" w15:userId="S::${person}"/></w15:person></w15:people>`,
    'word/settings.xml': `<w:settings ${W} ${W15} xmlns:r="${RELS}"><w:attachedTemplate r:id="rId1"/><w:rsids><w:rsidRoot w:val="00AB12CD"/></w:rsids><w:docVars><w:docVar w:name="owner" w:val="${person}"/></w:docVars><w15:docId w15:val="{11111111-2222-3333-4444-555555555555}"/><w:trackRevisions/></w:settings>`,
    'word/_rels/settings.xml.rels': rels(['rId1', 'attachedTemplate', `file:///C:\\${person}\\a.dotm`, 'External']),
    'word/styles.xml': `<w:styles ${W}><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/header1.xml': `<w:hdr ${W}>${change}</w:hdr>`,
    'word/footnotes.xml': `<w:footnotes ${W}><w:footnote w:id="1">${change}</w:footnote></w:footnotes>`,
    'word/glossary/document.xml': `<w:glossaryDocument ${W}><w:docParts><w:docPart><w:docPartBody>${change}</w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`,
    'word/media/image1.jpeg': picture,
    'customXml/item1.xml': `<b:Sources xmlns:b="x" Author="${person}"/>`,
  }
}

/** A spreadsheet with notes, comments and answers by a person. */
export function sheetParts(person: string): OfficeParts {
  const s = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const threaded = 'xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"'
  const [id, note] = ['{AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE}', '{12345678-1234-1234-1234-123456789012}']
  return {
    '[Content_Types].xml': types(
      {},
      {
        'xl/workbook.xml': `${OFFICE}.spreadsheetml.sheet.main+xml`,
        'xl/worksheets/sheet1.xml': `${OFFICE}.spreadsheetml.worksheet+xml`,
        'xl/comments1.xml': `${OFFICE}.spreadsheetml.comments+xml`,
        'xl/threadedComments/threadedComment1.xml': 'application/vnd.ms-excel.threadedcomments+xml',
        'xl/persons/person.xml': 'application/vnd.ms-excel.person+xml',
        ...propertyTypes,
      },
    ),
    '_rels/.rels': rootRels('xl/workbook.xml'),
    ...properties(person),
    'docProps/thumbnail.jpeg': Buffer.from(person),
    'xl/workbook.xml': `<workbook ${s} xmlns:r="${RELS}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><fileSharing userName="${person}"/><mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" url="C:\\Users\\${person}\\"/></mc:Choice></mc:AlternateContent><sheets><sheet name="Leaves" sheetId="1" r:id="rId1"/></sheets><customWorkbookViews><customWorkbookView name="${person} - Personal View" guid="${id}"/></customWorkbookViews></workbook>`,
    'xl/_rels/workbook.xml.rels': rels(
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'http://schemas.microsoft.com/office/2017/10/relationships/person', 'persons/person.xml'],
    ),
    'xl/worksheets/sheet1.xml': `<worksheet ${s} xmlns:r="${RELS}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>12 leaves</t></is></c></row></sheetData><pageSetup orientation="portrait" r:id="rId9"/></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': rels(
      ['rId1', 'comments', '../comments1.xml'],
      [
        'rId2',
        'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
        '../threadedComments/threadedComment1.xml',
      ],
      ['rId9', 'printerSettings', '../printerSettings/printerSettings1.bin'],
    ),
    'xl/printerSettings/printerSettings1.bin': Buffer.from(person, 'utf16le'),
    'xl/comments1.xml': `<comments ${s}><authors><author>${person}</author><author>tc=${note}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${person}:</t></r><r><t xml:space="preserve">\nCount again.</t></r></text></comment><comment ref="A2" authorId="1"><text><t>See the thread.</t></text></comment></commentList></comments>`,
    'xl/threadedComments/threadedComment1.xml': `<ThreadedComments ${threaded}><threadedComment ref="A2" dT="2024-05-06T07:08:09.10" personId="${id}" id="${note}"><text>See the thread.</text></threadedComment></ThreadedComments>`,
    'xl/persons/person.xml': `<personList ${threaded}><person displayName="${person}" id="${id}" userId="${person}@example.org" providerId="AD"/></personList>`,
  }
}

/** Slides with comments by a person, old and new ones. */
export function slideParts(person: string): OfficeParts {
  const p = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
  const p188 = 'xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"'
  const id = '{AAAAAAAA-BBBB-CCCC-DDDD-EEEEEEEEEEEE}'
  const pml = `${OFFICE}.presentationml`
  return {
    '[Content_Types].xml': types(
      {},
      {
        'ppt/presentation.xml': `${pml}.presentation.main+xml`,
        'ppt/slides/slide1.xml': `${pml}.slide+xml`,
        'ppt/comments/comment1.xml': `${pml}.comments+xml`,
        'ppt/comments/modern1.xml': 'application/vnd.ms-powerpoint.comments+xml',
        'ppt/commentAuthors.xml': `${pml}.commentAuthors+xml`,
        'ppt/authors.xml': 'application/vnd.ms-powerpoint.authors+xml',
        'ppt/changesInfos/changesInfo1.xml': 'application/vnd.ms-powerpoint.changesinfo+xml',
        ...propertyTypes,
      },
    ),
    '_rels/.rels': rootRels('ppt/presentation.xml'),
    ...properties(person),
    'docProps/thumbnail.jpeg': Buffer.from(person),
    'ppt/presentation.xml': `<p:presentation ${p} xmlns:r="${RELS}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': rels(
      ['rId1', 'slide', 'slides/slide1.xml'],
      ['rId2', 'commentAuthors', 'commentAuthors.xml'],
      ['rId3', 'http://schemas.microsoft.com/office/2018/10/relationships/authors', 'authors.xml'],
      [
        'rId4',
        'http://schemas.microsoft.com/office/2016/11/relationships/changesInfo',
        'changesInfos/changesInfo1.xml',
      ],
    ),
    'ppt/slides/slide1.xml': `<p:sld ${p} xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><p:cSld><a:p><a:r><a:t>Leaves</a:t></a:r></a:p></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': rels(
      ['rId1', 'comments', '../comments/comment1.xml'],
      ['rId2', 'http://schemas.microsoft.com/office/2018/10/relationships/comments', '../comments/modern1.xml'],
    ),
    'ppt/comments/comment1.xml': `<p:cmLst ${p}><p:cm authorId="1" dt="2024-05-06T07:08:09" idx="1"><p:text>Label the axes.</p:text></p:cm></p:cmLst>`,
    'ppt/comments/modern1.xml': `<p188:cmLst ${p188}><p188:cm id="{12345678-1234-1234-1234-123456789012}" authorId="${id}" created="2024-05-06T07:08:09.123"/></p188:cmLst>`,
    'ppt/commentAuthors.xml': `<p:cmAuthorLst ${p}><p:cmAuthor id="1" name="${person}" initials="XQZ" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`,
    'ppt/authors.xml': `<p188:authorLst ${p188}><p188:author id="${id}" name="${person}" initials="XQZ" userId="S::${person}" providerId="AD"/></p188:authorLst>`,
    'ppt/changesInfos/changesInfo1.xml': `<p:chgInfo ${p}><p:chgData name="${person}"/></p:chgInfo>`,
  }
}
