/**
 * Every action in the audit log, by noun and verb, with the words that follow the actor's name on the
 * Activity page. The server can record no other.
 */
export const ACTIONS = {
  'article.submit': 'submitted an article',
  'article.import': 'imported an article',
  'article.add-pdf': 'added the PDF of an article',
  'article.approve': 'approved and published an article',
  'article.correct': 'corrected an article',
  'article.archive': 'archived an article',
  'article.unarchive': 'unarchived an article',
  'article.delete': 'deleted an article',
  'article.add-contributor': 'added an author to an article',
  'article.change-contributor': 'changed an author of an article',
  'article.remove-contributor': 'removed an author from an article',
  'category.create': 'created a category',
  'category.create-imported': 'imported a category',
  'category.create-sample': 'added a sample category',
  'category.update': 'changed a category',
  'category.delete': 'deleted a category',
  'volume.create': 'created a volume',
  'volume.create-imported': 'imported a volume',
  'volume.create-sample': 'added a sample volume',
  'volume.update': 'changed a volume',
  'volume.delete': 'deleted a volume',
  'editorial-members.create': 'created the editorial board',
  'editorial-members.update': 'changed the editorial board',
  'editorial-members.restore': 'restored an earlier editorial board',
  'reviewer.create': 'added a reviewer',
  'reviewer.import': 'imported a reviewer',
  'reviewer.update': 'changed a reviewer',
  'reviewer.set-away': 'changed when a reviewer is away',
  'reviewer.never-ask': 'marked a reviewer as never to be asked again',
  'reviewer.ask-again': 'allowed a reviewer to be asked again',
  'reviewer.erase': "erased a reviewer's data",
  'sample-content.add': 'added the sample content',
  'sample-content.remove': 'removed the sample content',
  'session.open': 'signed in',
  'session.close': 'signed out',
  'session.close-others': 'ended their other sessions',
  'session.end': 'ended sessions of an account',
  'session.refuse': 'refused a sign-in',
  'session.refuse-more': 'refused more sign-ins, which are only counted',
  'user.register': 'created an account',
  'user.create-administrator': 'created the first administrator',
  'user.update': 'changed a profile',
  'user.change-password': 'changed their password',
  'user.ask-password-reset': 'requested a password reset',
  'user.reset-password': 'reset their password',
  'user.confirm-email': 'confirmed their email address',
  'user.cancel-email-change': 'cancelled a change of email address',
  'user.connect-orcid': 'connected their ORCID iD',
  'user.change-role': 'changed the role of an account',
} as const
export type Action = keyof typeof ACTIONS

/** Used instead of a user id if the subject belongs to no user. */
export const UNKNOWN_ACCOUNT = 'unknown'

/** The subject of an action: the noun before the dot. */
export const ACTION_NOUNS = [
  'article',
  'category',
  'volume',
  'editorial-members',
  'session',
  'user',
  'reviewer',
  'sample-content',
] as const
export type ActionNoun = (typeof ACTION_NOUNS)[number]
