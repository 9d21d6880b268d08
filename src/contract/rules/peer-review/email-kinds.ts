/** The emails of peer review, by the side that they are for: `EMAILS` describes all kinds. */
export const REVIEW_EMAILS = {
  'reviewer-invitation': {
    name: 'Invitation to review',
    to: 'The reviewer',
    when: 'When an editor invites a reviewer, or when the next of the standby list takes the place of another.',
  },
  'reviewer-second-round': {
    name: 'Invitation to a further round',
    to: 'The reviewer',
    when: 'When an editor invites a reviewer to read a revised manuscript.',
  },
  'reviewer-reminder': {
    name: 'Reminder of an invitation',
    to: 'The reviewer',
    when: 'Three and five days after an invitation that has not been answered, and when an editor reminds the reviewer.',
  },
  'reviewer-thanks': {
    name: 'Thanks for agreeing',
    to: 'The reviewer',
    when: 'When a reviewer agrees; a calendar file with the date comes with it.',
  },
  'reviewer-conflict-waived': {
    name: 'Please review despite a conflict of interest',
    to: 'The reviewer',
    when: 'When an editor has decided that a reviewer who declared a conflict of interest can review; a calendar file with the date comes with it.',
  },
  'reviewer-report-due': {
    name: 'Report due',
    to: 'The reviewer',
    when: 'Five days before the report is due, on that day, and three and seven days after it; when an editor reminds the reviewer or changes the date.',
  },
  'reviewer-copy': {
    name: 'Copy of the report',
    to: 'The reviewer',
    when: 'When a reviewer sends a report.',
  },
  'reviewer-report-entered': {
    name: 'Report entered by an editor',
    to: 'The reviewer',
    when: 'When an editor enters a report that the reviewer has sent in another way.',
  },
  'reviewer-message': {
    name: 'Message to a reviewer',
    to: 'The reviewer',
    when: 'When an editor writes to a reviewer.',
  },
  'reviewer-clarify': {
    name: 'Question about a report',
    to: 'The reviewer',
    when: 'When an editor asks a reviewer to clarify a report.',
  },
  'reviewer-outcome': {
    name: 'Outcome for reviewers',
    to: 'The reviewer',
    when: 'Ten minutes after a decision, to those who have reported.',
  },
  'reviewer-cancelled': {
    name: 'Review no longer needed',
    to: 'The reviewer',
    when: 'When an invitation or a review is ended by an editor, a decision or a withdrawal.',
  },
  'reviewer-withdrawn': {
    name: 'Reviewed manuscript withdrawn',
    to: 'Everyone who has reported in the round',
    when: 'When a manuscript is withdrawn.',
  },
  'reviewer-link': {
    name: 'New link',
    to: 'The reviewer',
    when: 'When the owner of an expired link asks for another, or an editor sends one.',
  },
  'reviewer-published': {
    name: 'Certificate after publication',
    to: 'Everyone who has reported on the article',
    when: 'When the article is published.',
  },
  'co-reviewer-invitation': {
    name: 'Invitation of a co-reviewer',
    to: 'The colleague whom a reviewer has named',
    when: 'When an editor allows a reviewer to work with a colleague.',
  },
  'co-reviewer-conflict-waived': {
    name: 'A co-reviewer can help despite a conflict of interest',
    to: 'The colleague whom a reviewer has named',
    when: 'When an editor has decided that a colleague who declared a conflict of interest can help.',
  },
  'co-author-named': {
    name: 'Named as an author',
    to: 'Every author except the one who submitted the manuscript, once for each address',
    when: 'When a manuscript arrives, and when the names, their order, the corresponding author or an address change; not before the submitter has confirmed their own address.',
  },
  'co-author-link': {
    name: 'New link for an author',
    to: 'The author',
    when: 'When the owner of an expired link asks for another.',
  },
  'co-author-proof': {
    name: 'Proof to read',
    to: 'Every author except the one who submitted the manuscript',
    when: 'When an editor sends the proof.',
  },
  'co-author-published': {
    name: 'Article published, to its authors',
    to: 'Every author except the one who submitted the article',
    when: 'When an editor approves an article.',
  },
  'editor-screening-late': {
    name: 'Manuscript not checked yet',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'Five and eight days after a submission that has not been checked.',
  },
  'editor-reviewer-declined': {
    name: 'A reviewer has declined',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When a reviewer declines.',
  },
  'editor-reviewer-lapsed': {
    name: 'No answer from a reviewer',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'Nine days after an invitation that has not been answered.',
  },
  'editor-conflict-declared': {
    name: 'Conflict of interest declared',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When a reviewer, or a colleague who helps one, declares a conflict of interest; for a reviewer again after two and five days without an answer.',
  },
  'editor-report': {
    name: 'A report has arrived',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When a report arrives and others are still awaited.',
  },
  'editor-reports-complete': {
    name: 'All reports received',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When the last awaited report arrives.',
  },
  'editor-late-report': {
    name: 'A report after the decision',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When a report arrives after the decision.',
  },
  'editor-report-overdue': {
    name: 'A report is overdue',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'Three and seven days after a report was due.',
  },
  'editor-decide-now': {
    name: 'Decision is due',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'Three and five days after the last awaited report.',
  },
  'editor-revision-received': {
    name: 'A revision has arrived',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When authors send a revision.',
  },
  'editor-withdrawn': {
    name: 'Manuscript withdrawn',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When authors withdraw a manuscript.',
  },
  'editor-message': {
    name: 'Message from an author',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When an author writes to the editor.',
  },
  'editor-co-review': {
    name: 'Co-reviewer named',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When a reviewer names a colleague who helps with the report.',
  },
  'editor-link-astray': {
    name: 'Reviewer link reached someone else',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When someone who opens a reviewer’s link says that they are not the reviewer.',
  },
  'editor-undeliverable': {
    name: 'Email not delivered',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When a mail server refuses a reviewer’s address.',
  },
  'editor-appeal': {
    name: 'Appeal or complaint',
    to: 'Every administrator, and guest editor of the manuscript, who had no part in what it is about',
    when: 'When an author appeals against a decision or complains.',
  },
  'editor-nobody-to-answer': {
    name: 'Nobody can answer an appeal or complaint',
    to: 'Every administrator, and the journal’s contact address; without what it says',
    when: 'When an author appeals or complains, and every editor had a part in what it is about.',
  },
  'editor-appeal-due': {
    name: 'Appeal due',
    to: 'Those who may answer the appeal or complaint',
    when: 'After 21 and 27 days without an answer.',
  },
  'editor-proof-answered': {
    name: 'Proof answered',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When authors approve a proof or list corrections.',
  },
  'editor-case-assigned': {
    name: 'Case assigned',
    to: 'The editor who is asked to handle a manuscript',
    when: 'When a case is handed to an editor, or a guest editor is named.',
  },
  'editor-case-free': {
    name: 'Case without an editor',
    to: 'Every administrator who is not recused',
    when: 'When the editor of an open case is recused, declares a conflict of interest or ceases to be an editor.',
  },
  'editor-named-as-author': {
    name: 'Editor named as an author',
    to: 'An editor whom someone else has named as an author of a manuscript',
    when: 'When the manuscript arrives or its authors change: the editor is recused from it.',
  },
  'editor-author-declined': {
    name: 'An author disagrees with the list of authors',
    to: 'The editor of the manuscript; all administrators if no editor is assigned',
    when: 'When someone who is named as an author says that the list is not right.',
  },
  'editor-nobody-left': {
    name: 'No editor left',
    to: 'Every administrator',
    when: 'When everybody who could edit a manuscript is recused from it.',
  },
  'author-decision': {
    name: 'Decision',
    to: 'All authors',
    when: 'Ten minutes after a decision, which can be undone until then.',
  },
  'author-delay': {
    name: 'Delay',
    to: 'The author who submitted the manuscript',
    when: 'When no first decision has been made by the promised day.',
  },
  'author-revision-due': {
    name: 'Revision due',
    to: 'The author who submitted the manuscript',
    when: 'Seven days before a revision is due, on that day, and seven days after it.',
  },
  'author-revision-received': {
    name: 'Revision received',
    to: 'The author who submitted the manuscript',
    when: 'When a revision arrives.',
  },
  'author-proof': {
    name: 'Proof',
    to: 'The author who submitted the manuscript',
    when: 'When an editor sends the proof.',
  },
  'author-proof-due': {
    name: 'Proof due',
    to: 'The author who submitted the manuscript',
    when: 'Two and three days after a proof was sent.',
  },
  'author-appeal-received': {
    name: 'Appeal received',
    to: 'The author who submitted the manuscript',
    when: 'When an appeal or a complaint arrives.',
  },
  'author-appeal-answered': {
    name: 'Appeal answered',
    to: 'The author who submitted the manuscript',
    when: 'When an appeal or a complaint is answered.',
  },
  'author-list-declined': {
    name: 'A co-author disagrees with the list of authors',
    to: 'The author who submitted the manuscript',
    when: 'When someone who is named as an author says that the list is not right.',
  },
  'author-message': {
    name: 'Message from the editor',
    to: 'The author who submitted the manuscript',
    when: 'When the editor writes to the author.',
  },
  'author-withdrawn': {
    name: 'Manuscript withdrawn',
    to: 'The author who submitted the manuscript',
    when: 'When a manuscript is withdrawn, by its authors or by an editor.',
  },
} as const
export type ReviewEmailKind = keyof typeof REVIEW_EMAILS
