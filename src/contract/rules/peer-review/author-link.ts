/** The person who acts through the link of an email to a named author: for one article only, never for an account. */
export interface NamedAuthor {
  readonly articleId: string
  /** The address to which the link was sent, in small letters. */
  readonly email: string
}

/** An author of an article who is asked about the draft of a notice about it, by the link of an email. */
export interface AskedAuthor {
  readonly noticeId: string
  /** The address to which the link was sent, in small letters. */
  readonly email: string
}

/** The scheme of the Authorization header that carries the secret of an author's link. */
export const AUTHOR_SCHEME = 'Author'

/** How long a link works; a newer email brings a newer one. */
export const AUTHOR_LINK_DAYS = 365

export const AUTHOR_LINK_NEEDED = 'Please open the link in our email to you.'
export const AUTHOR_LINK_EXPIRED = 'This link has expired. We can send a new one to the address that it was sent to.'
