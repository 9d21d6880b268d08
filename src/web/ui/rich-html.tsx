/** HTML sanitised by the server, set as long reading text. */
export function RichHtml({ html, className = 'rich' }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
