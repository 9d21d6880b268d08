import type { OwnDataSummary } from '../../../../contract/api/personal-data.ts'
import { counted } from '../../../../contract/rules/text/plain-text.ts'

const lines = (own: boolean, summary: OwnDataSummary): { goes: string[]; stays: string[] } => {
  const { published, unpublished, named, written, reviews } = summary
  const your = own ? 'Your' : 'Their'
  return {
    goes: [
      `${your} profile: name, email address, username, phone number, location, bio and ORCID iD. The address can be used for a new account.`,
      `${your} sessions, the links in our emails, and uploads that belong to no manuscript.`,
      ...(unpublished
        ? [
            `From ${counted(unpublished, 'manuscript')} that ${unpublished === 1 ? 'was' : 'were'} not published: the files, the comments to the editor, and ${own ? 'your' : 'their'} name.`,
          ]
        : []),
      `${own ? 'What' : 'If they review for us, what'} our editors keep about ${own ? 'you' : 'them'} as a reviewer. Open invitations end, and we will not ask ${own ? 'you' : 'them'} again.`,
      `${your} name and address in our log, in letters, and in emails that we have sent.`,
    ],
    stays: [
      published
        ? `${counted(published, 'published article')}, with the authors as printed.`
        : 'Articles that have been published, with the authors as printed.',
      ...(named ? [`${counted(named, 'manuscript')} in which others name ${own ? 'you' : 'them'} as an author.`] : []),
      ...(written
        ? [
            `${counted(written, 'message, decision or appeal', 'messages, decisions and appeals')} in peer review, under “Former account”.`,
          ]
        : []),
      ...(reviews ? [`${counted(reviews, 'review')}, without ${your.toLowerCase()} name.`] : []),
      `What was done and when, in our log, without ${your.toLowerCase()} name.`,
      'Backup copies of the journal, until newer ones replace them.',
    ],
  }
}

/** What goes and what stays when an account is deleted, in words and numbers. */
export function WhatHappens({ summary, own }: { summary: OwnDataSummary; own: boolean }) {
  const { goes, stays } = lines(own, summary)
  return (
    <div className="what-happens">
      <h3>What is deleted</h3>
      <ul>
        {goes.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>What stays</h3>
      <ul>
        {stays.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}

/** Why an account cannot be deleted yet. */
export function Obstacles({ obstacles }: { obstacles: readonly string[] }) {
  return (
    <div className="notice">
      <strong>This account cannot be deleted yet</strong>
      {obstacles.map((obstacle) => (
        <p key={obstacle}>{obstacle}</p>
      ))}
    </div>
  )
}
