/** How a text in Markdown is written; `children` is a sentence about the text of this field. */
export const MarkdownHint = ({ children }: { children?: string | undefined }) => (
  <>
    Markdown: an empty line begins a paragraph, ## a heading, - a list; *italics*, **bold**,{' '}
    <span className="keep">[words](address)</span>; a line :::ur begins and a line ::: ends paragraphs in Urdu.{' '}
    {children}
  </>
)
