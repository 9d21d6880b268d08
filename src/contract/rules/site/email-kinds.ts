import { REVIEW_EMAILS, sentTo } from '../peer-review/email-kinds.ts'

const theSubmitter = sentTo('The author who submitted the article')
const theOwner = sentTo('The owner of the account')
const administrators = sentTo('Every administrator')

/** The kinds of email; each has a template of the same name. */
export const EMAILS = {
  'submission-received': sentTo('The author who submitted the manuscript')(
    'Manuscript received',
    'As soon as a manuscript arrives.',
  ),
  'submission-to-review': sentTo('Every administrator, and the section editors of the category')(
    'New manuscript',
    'As soon as a manuscript arrives.',
  ),
  'submission-deleted': sentTo(
    'Every administrator except the one who deleted it, and the section editors of the category',
  )('Manuscript deleted', 'When a submitter deletes a manuscript.'),
  ...REVIEW_EMAILS,
  'production-proof-answered': sentTo('Everybody in production who is not recused')(
    'Proof answered, to production',
    'When authors approve a proof or list corrections.',
  ),
  'article-published': theSubmitter('Article published', 'When an editor publishes an article.'),
  'article-archived': theSubmitter('Article archived', 'When an editor archives a published article.'),
  'article-corrected': sentTo('The author who submitted the article, unless they corrected it themselves')(
    'Article corrected',
    'When an editor corrects a published article.',
  ),
  'notice-draft': sentTo('Every author of the article, once for each address')(
    'Draft of a notice',
    'When an editor asks the authors about a notice; again two days before the end to those who have not answered, and when the owner of an expired link asks for another.',
  ),
  'notice-confirm': sentTo('Every editor who may sign it, except the one who made it ready')(
    'Notice to sign',
    'When a notice is ready, and two days later; and when a signed one could not be published.',
  ),
  'notice-published': sentTo(
    'The authors of the article, the people who have asked for the notice, and the authors of articles here that cite it',
  )('Notice published', 'When a notice is published, ten minutes after it was signed.'),
  'concern-due': sentTo('Every editor who is neither an author nor recused')(
    'Concern due',
    'Fourteen days before the day by which the journal has promised to report, on that day, and fourteen days after it.',
  ),
  'request-confirm': sentTo('The address that a reader has entered')(
    'Report to confirm',
    'When someone reports a problem with an article: the editors read it once its link has been answered.',
  ),
  'request-received': sentTo('The person who has asked')(
    'Request received',
    'When an author asks for a correction, or the address of a report has been confirmed.',
  ),
  'request-answered': sentTo('The person who has asked')(
    'Request answered',
    'When an editor answers or declines a request.',
  ),
  'name-agree': sentTo('The person whose name is to be changed')(
    'Change of a name to agree to',
    'When an editor proposes the change of an author’s name: it is carried out once the person has agreed by link.',
  ),
  'follow-confirm': sentTo('The address that a reader has entered')(
    'Following to confirm',
    'When someone asks to follow an article, the journal or a part of it by email: nothing else is sent before its link has been answered.',
  ),
  'followed-article': sentTo('Everybody who follows the article, but for those who are told as its authors')(
    'News of a followed article',
    'When a notice about an article is published, or a new version of it appears without a notice.',
  ),
  'new-articles': sentTo('Everybody who follows the journal, or a part of it that it is about')(
    'New articles',
    'In the morning after something was published, or once a month as the reader has chosen; one email for all of it.',
  ),
  'fee-waiver-sealed': sentTo('Fees officers who do not edit the manuscript')(
    'Sealed request to pay less',
    'Within an hour after an author has asked to pay less than the full fee, if the journal has a fees officer.',
  ),
  'fee-waiver-asked': sentTo('Every administrator who is not recused, and the fees officers')(
    'Waiver to answer',
    'When a manuscript is accepted, ten minutes later or within an hour, if its author has asked to pay less than the full fee.',
  ),
  'fee-waiver-answered': sentTo('The author who submitted the manuscript')(
    'Waiver answered',
    'When an editor or a fees officer answers a request to pay less than the full fee.',
  ),
  'fee-invoice': theSubmitter('Invoice', 'When the invoice of an accepted manuscript is issued.'),
  'fee-reminder': theSubmitter('Invoice overdue', 'When an invoice has been overdue for 14, 28 and 42 days.'),
  'fee-receipt': theSubmitter('Receipt', 'When a payment of an invoice is noted.'),
  'fee-credited': theSubmitter('Invoice credited', 'When an invoice is taken back by a credit note.'),
  'article-deleted': theSubmitter('Article deleted', 'When an editor deletes an article, published or not.'),
  'deposit-failed': administrators(
    'Deposit failed',
    'When Crossref refuses the metadata of an article, or they cannot be sent; at most once a day.',
  ),
  'disk-low': administrators(
    'Disk nearly full',
    'When the server’s disk is nearly full; not again until space has been freed.',
  ),
  'state-report': sentTo('The address in the setting OPERATOR_EMAIL')(
    'System status',
    'While something is wrong with the server, such as backups that fail; at most once a day.',
  ),
  'password-reset': theOwner('New password', 'When someone asks for a new password.'),
  'email-confirmation': sentTo('The address to be confirmed')(
    'Email confirmation',
    'When someone signs up, asks for another email address, or asks for this email again.',
  ),
  'email-change-asked': sentTo('The current address of the account')(
    'Email change requested',
    'When someone asks to change the email address of an account.',
  ),
  'email-changed': sentTo('The former address of the account')(
    'Email address changed',
    'When a new email address has been confirmed.',
  ),
  'sign-in-changed': theOwner(
    'Sign-in method changed',
    'When the password, a passkey, one-time codes or recovery codes of an account are changed.',
  ),
  'recovery-code-used': theOwner('Recovery code used', 'When someone signs in with a recovery code.'),
  'wrong-codes': theOwner(
    'Wrong codes',
    'When someone enters the right password and then several wrong one-time codes.',
  ),
  'duty-invitation': sentTo('The owner of the address that an administrator has entered')(
    'Invitation to a duty',
    'When an administrator invites someone to work for the journal, and when the invitation is sent again.',
  ),
  'duties-changed': administrators(
    'Duties changed',
    'When someone has accepted a duty, or an administrator has changed what someone does for the journal.',
  ),
  'bank-details': administrators(
    'Bank details',
    'When other bank details for invoices are proposed, confirmed or withdrawn, and when they take effect.',
  ),
  'account-deleted': sentTo('The former owner of the account; the address is forgotten once it is sent')(
    'Account deleted',
    'When an account has been deleted.',
  ),
}

export type EmailKind = keyof typeof EMAILS
export const EMAIL_KINDS = Object.keys(EMAILS) as [EmailKind, ...EmailKind[]]

/** An email waits until the mail server has accepted it. */
export const EMAIL_STATES = ['waiting', 'sent'] as const
export type EmailState = (typeof EMAIL_STATES)[number]
