import { openSmtpServer, type SmtpServer } from '../support/smtp-server.ts'
import { startJournal, test as base } from './support.ts'

/** A mail server, for journals that send their emails to it. */
export const withMailServer = base.extend<object, { emails: SmtpServer }>({
  emails: [
    async ({}, give) => {
      const emails = await openSmtpServer()
      await give(emails)
      await emails.close()
    },
    { scope: 'worker' },
  ],
})

/** A journal that sends its emails to a mail server of its own. */
export const withEmails = withMailServer.extend({
  journal: [
    async ({ emails }, give) => {
      const journal = await startJournal({ SMTP_URL: emails.url })
      await give(journal)
      await journal.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
