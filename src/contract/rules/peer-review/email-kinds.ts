/** What editors read about a kind of email: its name, who receives it, and when it is sent. */
export interface EmailDescription {
  readonly name: string
  readonly to: string
  readonly when: string
}

/** Describes the emails to someone. */
export const sentTo =
  (to: string) =>
  (name: string, when: string): EmailDescription => ({ name, to, when })

const theReviewer = sentTo('The reviewer')
const theColleague = sentTo('The colleague whom a reviewer has named')
const theEditor = sentTo(
  'The editor of the manuscript; if none is assigned, all administrators and the section editors of the category',
)
const theSubmitter = sentTo('The author who submitted the manuscript')

/** The emails of peer review, by the side that they are for: `EMAILS` describes all kinds. */
export const REVIEW_EMAILS = {
  'reviewer-invitation': theReviewer(
    'Invitation to review',
    'When an editor invites a reviewer, or when the next of the standby list takes the place of another.',
  ),
  'reviewer-second-round': theReviewer(
    'Invitation to a further round',
    'When an editor invites a reviewer to read a revised manuscript.',
  ),
  'reviewer-reminder': theReviewer(
    'Reminder of an invitation',
    'Three and five days after an invitation that has not been answered, and when an editor reminds the reviewer.',
  ),
  'reviewer-thanks': theReviewer(
    'Thanks for agreeing',
    'When a reviewer agrees; a calendar file with the date comes with it.',
  ),
  'reviewer-conflict-waived': theReviewer(
    'Please review despite a conflict of interest',
    'When an editor has decided that a reviewer who declared a conflict of interest can review; a calendar file with the date comes with it.',
  ),
  'reviewer-report-due': theReviewer(
    'Report due',
    'Five days before the report is due, on that day, and three and seven days after it; when an editor reminds the reviewer or changes the date.',
  ),
  'reviewer-copy': theReviewer('Copy of the report', 'When a reviewer sends a report.'),
  'reviewer-report-entered': theReviewer(
    'Report entered by an editor',
    'When an editor enters a report that the reviewer has sent in another way.',
  ),
  'reviewer-message': theReviewer('Message to a reviewer', 'When an editor writes to a reviewer.'),
  'reviewer-clarify': theReviewer('Question about a report', 'When an editor asks a reviewer to clarify a report.'),
  'reviewer-outcome': theReviewer('Outcome for reviewers', 'Ten minutes after a decision, to those who have reported.'),
  'reviewer-cancelled': theReviewer(
    'Review no longer needed',
    'When an invitation or a review is ended by an editor, a decision or a withdrawal.',
  ),
  'reviewer-withdrawn': sentTo('Everyone who has reported in the round')(
    'Reviewed manuscript withdrawn',
    'When a manuscript is withdrawn.',
  ),
  'reviewer-link': theReviewer(
    'New link',
    'When the owner of an expired link asks for another, or an editor sends one.',
  ),
  'reviewer-published': sentTo('Everyone who has reported on the article')(
    'Certificate after publication',
    'When the article is published.',
  ),
  'reviewer-online': sentTo('Each reviewer whose report is published')(
    'Report published',
    'When an editor publishes the reviews of an article.',
  ),
  'co-reviewer-invitation': theColleague(
    'Invitation of a co-reviewer',
    'When an editor allows a reviewer to work with a colleague.',
  ),
  'co-reviewer-conflict-waived': theColleague(
    'A co-reviewer can help despite a conflict of interest',
    'When an editor has decided that a colleague who declared a conflict of interest can help.',
  ),
  'co-author-named': sentTo('Every author except the one who submitted the manuscript, once for each address')(
    'Named as an author',
    'When a manuscript arrives, and when the names, their order, the corresponding author or an address change; not before the submitter has confirmed their own address.',
  ),
  'co-author-change': sentTo(
    'Everybody on the new list whom it concerns, and everybody who is no longer on it, except the one who proposes it',
  )('Change of the authors', 'When the submitter proposes another list of authors with a revision.'),
  'co-author-removed': sentTo('Everybody whom the list of authors names no more')(
    'No longer named as an author',
    'When the list of authors of a manuscript is changed, before it is published.',
  ),
  'co-author-reminder': sentTo('The author')(
    'Reminder of the list of authors',
    'Three, seven and fourteen days after the author was asked about the list and has not answered, and when an editor reminds them.',
  ),
  'co-author-link': sentTo('The author')(
    'New link for an author',
    'When the owner of an expired link asks for another.',
  ),
  'co-author-proof': sentTo('Every author except the one who submitted the manuscript')(
    'Proof to read',
    'When an editor sends the proof.',
  ),
  'co-author-published': sentTo('Every author except the one who submitted the article')(
    'Article published, to its authors',
    'When an editor approves an article.',
  ),
  'editor-screening-late': theEditor(
    'Manuscript not checked yet',
    'Five and eight days after a submission that has not been checked.',
  ),
  'editor-reviewer-declined': theEditor('A reviewer has declined', 'When a reviewer declines.'),
  'editor-reviewer-lapsed': theEditor(
    'No answer from a reviewer',
    'Nine days after an invitation that has not been answered.',
  ),
  'editor-conflict-declared': theEditor(
    'Conflict of interest declared',
    'When a reviewer, or a colleague who helps one, declares a conflict of interest; for a reviewer again after two and five days without an answer.',
  ),
  'editor-report': theEditor('A report has arrived', 'When a report arrives and others are still awaited.'),
  'editor-reports-complete': theEditor('All reports received', 'When the last awaited report arrives.'),
  'editor-late-report': theEditor('A report after the decision', 'When a report arrives after the decision.'),
  'editor-report-overdue': theEditor('A report is overdue', 'Three and seven days after a report was due.'),
  'editor-decide-now': theEditor('Decision is due', 'Three and five days after the last awaited report.'),
  'editor-revision-received': theEditor('A revision has arrived', 'When authors send a revision.'),
  'editor-withdrawn': theEditor('Manuscript withdrawn', 'When authors withdraw a manuscript.'),
  'editor-message': theEditor('Message from an author', 'When an author writes to the editor.'),
  'editor-co-review': theEditor('Co-reviewer named', 'When a reviewer names a colleague who helps with the report.'),
  'editor-link-astray': theEditor(
    'Reviewer link reached someone else',
    'When someone who opens a reviewer’s link says that they are not the reviewer.',
  ),
  'editor-undeliverable': theEditor('Email not delivered', 'When a mail server refuses a reviewer’s address.'),
  'editor-appeal': sentTo(
    'Every administrator, and guest or section editor of the manuscript, who had no part in what it is about',
  )('Appeal or complaint', 'When an author appeals against a decision or complains.'),
  'editor-nobody-to-answer': sentTo('Every administrator, and the journal’s contact address; without what it says')(
    'Nobody can answer an appeal or complaint',
    'When an author appeals or complains, and every editor had a part in what it is about.',
  ),
  'editor-appeal-due': sentTo('Those who may answer the appeal or complaint')(
    'Appeal due',
    'After 21 and 27 days without an answer.',
  ),
  'editor-proof-answered': theEditor('Proof answered', 'When authors approve a proof or list corrections.'),
  'editor-case-assigned': sentTo('The editor who is asked to handle a manuscript')(
    'Case assigned',
    'When a case is handed to an editor, or a guest editor is named.',
  ),
  'editor-case-free': sentTo('Every administrator who is not recused')(
    'Case without an editor',
    'When the editor of an open case is recused, declares a conflict of interest or ceases to be an editor.',
  ),
  'editor-named-as-author': sentTo('An editor whom someone else has named as an author of a manuscript')(
    'Editor named as an author',
    'When the manuscript arrives or its authors change: the editor is recused from it.',
  ),
  'editor-author-declined': theEditor(
    'An author disagrees with the list of authors',
    'When someone who is named as an author says that the list is not right.',
  ),
  'editor-nobody-left': sentTo('Every administrator')(
    'No editor left',
    'When everybody who could edit a manuscript is recused from it.',
  ),
  'author-decision': sentTo('All authors')('Decision', 'Ten minutes after a decision, which can be undone until then.'),
  'author-delay': theSubmitter('Delay', 'When no first decision has been made by the promised day.'),
  'author-revision-due': theSubmitter(
    'Revision due',
    'Seven days before a revision is due, on that day, and seven days after it.',
  ),
  'author-revision-received': theSubmitter('Revision received', 'When a revision arrives.'),
  'author-proof': theSubmitter('Proof', 'When an editor sends the proof.'),
  'author-proof-due': theSubmitter('Proof due', 'Two and three days after a proof was sent.'),
  'author-appeal-received': theSubmitter('Appeal received', 'When an appeal or a complaint arrives.'),
  'author-appeal-answered': theSubmitter('Appeal answered', 'When an appeal or a complaint is answered.'),
  'author-list-declined': theSubmitter(
    'A co-author disagrees with the list of authors',
    'When someone who is named as an author says that the list is not right.',
  ),
  'author-message': theSubmitter('Message from the editor', 'When the editor writes to the author.'),
  'author-withdrawn': theSubmitter(
    'Manuscript withdrawn',
    'When a manuscript is withdrawn, by its authors or by an editor.',
  ),
}
export type ReviewEmailKind = keyof typeof REVIEW_EMAILS
