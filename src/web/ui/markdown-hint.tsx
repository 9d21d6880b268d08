/** How a text in Markdown is written, with what there is to say of this one. */
export const MarkdownHint = ({ children }: { children?: string }) => (
  <>
    Markdown: an empty line begins a paragraph, ## a heading, - a list; *italics*, **bold**,{' '}
    <span className="keep">[words](address)</span>. {children}
  </>
)
