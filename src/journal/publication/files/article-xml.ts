const START = 4096
/** What may come before the root element: a declaration, a document type, comments, instructions. */
const ARTICLE =
  /^\s*(?:<\?[^>]{0,500}>\s*|<!--(?:[^-]|-(?!->)){0,2000}-->\s*|<!DOCTYPE article\b[^>[]{0,500}>\s*){0,20}<article[\s>]/

/** True for XML whose root element is `article`: it is parsed only when an editor looks at it. */
export function isArticleXml(content: Buffer): boolean {
  const mark = content.length >= 2 ? content.readUInt16BE(0) : 0
  const start = content.subarray(0, START)
  const text =
    mark === 0xfffe
      ? start.toString('utf16le', 2)
      : mark === 0xfeff
        ? Buffer.from(start.subarray(0, start.length & ~1))
            .swap16()
            .toString('utf16le', 2)
        : start.toString('utf8').replace(/^\ufeff/, '')
  return ARTICLE.test(text)
}
