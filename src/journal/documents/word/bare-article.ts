import type { JatsText } from './to-jats.ts'

/** Enough of an article for what renders its text. */
export const bareArticle = ({ body, back }: Pick<JatsText, 'body' | 'back'>): Buffer =>
  Buffer.from(
    `<article xmlns:xlink="http://www.w3.org/1999/xlink"><front><article-meta><title-group><article-title/></title-group></article-meta></front>${body}${back}</article>`,
  )
